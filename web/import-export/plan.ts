import { asNew } from '../sync/fields.ts';
import type { Fields } from '../sync/fields.ts';
import type { DetailKind, Details } from './apps/app.ts';
import { withDetails } from './details.ts';
import type { FileContent } from './read-file.ts';

/** What to do with tasks that could be added, but perhaps should not be. */
export type PlanChoices = {
  readonly duplicates: 'skip' | 'add';
  readonly past: 'today' | 'skip';
  /** Whether lists, labels and notes of another app become part of the description. */
  readonly details: 'leave' | 'add';
};

/** What an import will do: the tasks to add, and how many there are of each doubtful kind. */
export type Plan = {
  readonly add: readonly PlannedTask[];
  readonly duplicates: number;
  readonly past: number;
};

/** `remark` tells where the date comes from, when it is not the file's; `left` are details that do not fit. */
export type PlannedTask = {
  readonly line: number;
  readonly fields: Fields;
  readonly details: Details;
  readonly left: readonly DetailKind[];
  readonly remark: 'assumed' | 'moved' | null;
};

/** Duplicates are left out first: one that is also in the past is not asked about twice. */
export function planImport({ tasks }: FileContent, choices: PlanChoices, todayIso: string): Plan {
  const wanted = tasks.filter(({ isDuplicate }) => !isDuplicate || choices.duplicates === 'add');
  return {
    add: wanted
      .filter(({ isPast }) => !isPast || choices.past === 'today')
      .map(({ line, fields, details, isPast, isDateAssumed }) => {
        const { description, left } = withDetails(
          fields.description,
          choices.details === 'add' ? details : {},
        );
        return {
          line,
          fields: asNew({ ...fields, description }, todayIso),
          details,
          left,
          remark: isPast ? 'moved' : isDateAssumed ? 'assumed' : null,
        };
      }),
    duplicates: tasks.filter(({ isDuplicate }) => isDuplicate).length,
    past: wanted.filter(({ isPast }) => isPast).length,
  };
}

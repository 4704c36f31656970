import { asNew } from '../sync/fields.ts';
import { detailKinds } from './apps.ts';
import { withDetails } from './columns.ts';
import type { FileContent, FileTask } from './read-file.ts';

/** What to do with tasks that could be added, but perhaps should not be. */
export type PlanChoices = {
  readonly duplicates: 'skip' | 'add';
  readonly past: 'today' | 'skip';
  /** Whether lists, labels and notes of another app become part of the description. */
  readonly details: 'leave' | 'add';
};

export type PlannedTask = ReturnType<typeof planImport>['add'][number];

/**
 * What an import will do: the tasks to add, and how many there are of each doubtful kind. Duplicates are left out first: one
 * that is also in the past is not asked about twice. `remark` tells where the date comes from, when it is not the file's;
 * `left` are details that do not fit.
 */
export function planImport({ tasks }: Pick<FileContent, 'tasks'>, choices: PlanChoices, todayIso: string) {
  const wanted = tasks.filter(({ isDuplicate }) => !isDuplicate || choices.duplicates === 'add');
  const add = wanted
    .filter(({ isPast }) => !isPast || choices.past === 'today')
    .map(({ line, fields, details, isPast, isDateAssumed }) => {
      const { description, left } = withDetails(fields.description, choices.details === 'add' ? details : {});
      const remark = isPast ? ('moved' as const) : isDateAssumed ? ('assumed' as const) : null;
      return { line, fields: asNew({ ...fields, description }, todayIso), details, left, remark };
    });
  return {
    add,
    duplicates: tasks.filter(({ isDuplicate }) => isDuplicate).length,
    past: wanted.filter(({ isPast }) => isPast).length,
  };
}

/** What the tasks have that is no field here, in how many, and its different texts. Of repetitions these are the tasks. */
export function countDetails(tasks: readonly FileTask[]) {
  return detailKinds.flatMap((kind) => {
    const found = tasks.filter(({ details }) => details[kind] !== undefined);
    const texts = found.map(({ fields, details }) =>
      kind === 'repeat' ? fields.description : (details[kind] ?? ''),
    );
    return found.length === 0 ? [] : [{ kind, tasks: found.length, texts: [...new Set(texts)] }];
  });
}

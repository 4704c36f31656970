import { asNew } from '../sync/fields.ts';
import { detailKinds } from './apps.ts';
import { withDetails } from './columns.ts';
import type { FileContent, FileTask } from './read-file.ts';

/** What could be added, but perhaps should not be: lists, labels and notes of another app are the details. */
export type Doubt = 'duplicates' | 'finished' | 'past' | 'details';
/** `keep` is for the past: `add` makes an open task due today. */
export const planChoices = ['add', 'keep', 'skip'] as const;
export type PlanChoices = Readonly<Record<Doubt, (typeof planChoices)[number]>>;

export type PlannedTask = ReturnType<typeof planImport>['add'][number];

/**
 * What an import will do: the tasks to add, and how many there are of each doubtful kind. One that is left out is not asked about
 * twice. A finished task keeps its date. `remark` tells where the date comes from, when it is not the file's.
 */
export function planImport({ tasks }: Pick<FileContent, 'tasks'>, choices: PlanChoices, todayIso: string) {
  const counts = { duplicates: 0, finished: 0, past: 0 };
  const add = tasks.flatMap(({ line, fields, details, isDateAssumed, isDuplicate }) => {
    const isFinished = fields.state === 'DONE';
    const isPast = !isFinished && fields.dueDate < todayIso;
    const doubts = { duplicates: isDuplicate, finished: isFinished, past: isPast };
    for (const doubt of ['duplicates', 'finished', 'past'] as const) {
      if (!doubts[doubt]) continue;
      counts[doubt] += 1;
      if (choices[doubt] === 'skip') return [];
    }
    const description = withDetails(fields.description, choices.details === 'add' ? details : {});
    const isMoved = isPast && choices.past === 'add';
    const remark = isMoved ? ('moved' as const) : isDateAssumed ? ('assumed' as const) : null;
    const dated = isMoved ? asNew(fields, todayIso) : fields;
    return { line, fields: { ...dated, description }, remark };
  });
  return { add, ...counts };
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

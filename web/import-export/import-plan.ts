import { asNew } from '../sync/fields.ts';
import { detailKinds } from './apps.ts';
import { withDetails } from './columns.ts';
import type { FileContent, FileTask } from './read-file.ts';

/** Kinds of data that the person may not want to add; `details` are lists, labels and notes of another app. */
export type Doubt = 'duplicates' | 'cancelled' | 'finished' | 'past' | 'details';
/** `keep` is only for `past`: it keeps the past date, while `add` makes the task due today. */
export const planChoices = ['add', 'keep', 'skip'] as const;
export type PlanChoices = Readonly<Record<Doubt, (typeof planChoices)[number]>>;

/** The doubts that a task may have, in the order in which they are asked. */
export const doubtsOfTasks = ['duplicates', 'cancelled', 'finished', 'past'] as const;

/**
 * The plan of an import: the tasks to add, and the number of tasks of each doubtful kind. A skipped task does not count for a
 * further kind. A finished task keeps its date. `remark` gives the origin of a date that is not in the file.
 */
export function planImport(
  { tasks }: Pick<FileContent, 'tasks'>,
  choices: PlanChoices,
  todayIso: string,
) {
  const counts = { duplicates: 0, cancelled: 0, finished: 0, past: 0 };
  const add = tasks.flatMap(({ line, fields, details, ...task }) => {
    const { isDateAssumed, isDuplicate, isCancelled } = task;
    const isFinished = fields.state === 'DONE' && !isCancelled;
    const isPast = fields.state !== 'DONE' && fields.dueDate < todayIso;
    const doubts = {
      duplicates: isDuplicate,
      cancelled: isCancelled,
      finished: isFinished,
      past: isPast,
    };
    for (const doubt of doubtsOfTasks) {
      if (!doubts[doubt]) continue;
      counts[doubt] += 1;
      if (choices[doubt] === 'skip') return [];
    }
    const description = withDetails(fields.description, choices.details === 'add' ? details : {});
    const isMoved = isPast && choices.past === 'add';
    const remarkOnDate = isDateAssumed ? ('assumed' as const) : null;
    const remark = isMoved ? ('moved' as const) : remarkOnDate;
    const dated = isMoved ? asNew(fields, todayIso) : fields;
    return { line, fields: { ...dated, description }, remark };
  });
  return { add, ...counts };
}

/** The kinds of details, each with its number of tasks and its different texts; for `repeat` these are the descriptions. */
export function countDetails(tasks: readonly FileTask[]) {
  return detailKinds.flatMap((kind) => {
    const found = tasks.filter(({ details }) => details[kind] !== undefined);
    const texts = found.map(({ fields, details }) =>
      kind === 'repeat' ? fields.description : (details[kind] ?? ''),
    );
    return found.length === 0 ? [] : [{ kind, tasks: found.length, texts: [...new Set(texts)] }];
  });
}

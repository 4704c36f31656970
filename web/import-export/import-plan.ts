import type { Fields } from '../sync/fields.ts';
import { asNew } from '../sync/fields.ts';
import { spreadDays } from '../view/week.ts';
import { detailKinds } from './apps.ts';
import { withDetails } from './columns.ts';
import { someday } from '../view/due.ts';
import { withTag, withTags } from './file-tags.ts';
import type { FileContent, FileTask } from './read-file.ts';

/**
 * The questions about a file, each with its answers. `tags` are the lists and labels of another app, `details` its notes and other
 * data. `keep` keeps a past date, where `add` makes the task due today.
 */
export const planAnswers = {
  duplicates: ['add', 'skip'],
  cancelled: ['add', 'skip'],
  finished: ['add', 'skip'],
  past: ['add', 'keep', 'skip'],
  undated: ['spread', 'today', 'someday'],
  tags: ['add', 'skip'],
  details: ['add', 'skip'],
} as const;
export type Question = keyof typeof planAnswers;
export type PlanChoices = { readonly [Name in Question]: (typeof planAnswers)[Name][number] };

/** The doubts for which a task may be left out, in the order in which they are asked. */
export const doubtsOfTasks = ['duplicates', 'cancelled', 'finished', 'past'] as const;

/** The day of a task without a date that is for some day: later than any plan, and the same in every import. */
export const farAway = '2099-12-31';

/** What a plan depends on beside the file: the tasks that are there, and the most tasks that a day gets. */
export type PlanOptions = {
  readonly todayIso: string;
  readonly existing: readonly Fields[];
  readonly mostADay: number;
};

/** A task to add. `remark` gives the origin of a date that is not in the file. */
type PlannedTask = {
  readonly line: number;
  readonly fields: Fields;
  readonly remark: 'assumed' | 'moved' | null;
};

/**
 * The plan of an import: the tasks to add, and the number of tasks of each doubtful kind. A skipped task does not count for a
 * further kind. A finished task keeps its date.
 */
export function planImport(
  { tasks }: Pick<FileContent, 'tasks'>,
  choices: PlanChoices,
  options: PlanOptions,
) {
  const counts = { duplicates: 0, cancelled: 0, finished: 0, past: 0, undated: 0 };
  const add = tasks.flatMap((task): PlannedTask | readonly [] => {
    const doubts = doubtsOf(task, options.todayIso);
    for (const doubt of doubtsOfTasks) {
      if (!doubts[doubt]) continue;
      counts[doubt] += 1;
      if (choices[doubt] === 'skip') return [];
    }
    if (isUndated(task)) counts.undated += 1;
    return plannedTask(task, choices, options.todayIso);
  });
  if (choices.undated !== 'spread') return { add, ...counts };
  return { add: spread(add, options), ...counts };
}

function doubtsOf(task: FileTask, todayIso: string) {
  const isDone = task.fields.state === 'DONE';
  return {
    duplicates: task.isDuplicate,
    cancelled: task.isCancelled,
    finished: isDone && !task.isCancelled,
    past: !isDone && task.fields.dueDate < todayIso,
  };
}

const isUndated = ({ isDateAssumed, fields }: FileTask): boolean =>
  isDateAssumed && fields.state !== 'DONE';

function plannedTask(task: FileTask, choices: PlanChoices, todayIso: string): PlannedTask {
  const { line } = task;
  const isFar = isUndated(task) && choices.undated === 'someday';
  const fields = { ...task.fields, description: describe(task, choices, isFar) };
  if (isFar) return { line, fields: { ...fields, dueDate: farAway }, remark: 'assumed' };
  const isPast = fields.state !== 'DONE' && fields.dueDate < todayIso;
  if (isPast && choices.past === 'add')
    return { line, fields: asNew(fields, todayIso), remark: 'moved' };
  return { line, fields, remark: task.isDateAssumed ? 'assumed' : null };
}

function describe({ fields, details }: FileTask, choices: PlanChoices, isFar: boolean): string {
  let words = fields.description;
  if (choices.tags === 'add') words = withTags(words, details);
  if (isFar) words = withTag(words, someday);
  if (choices.details === 'add') words = withDetails(words, details);
  return words;
}

/** The tasks, and those without a date spread over the coming working days, as the plan of the page does it. */
function spread(
  tasks: readonly PlannedTask[],
  { todayIso, existing, mostADay }: PlanOptions,
): PlannedTask[] {
  const planned = tasks.map((task) => ({ ...task, key: `line ${task.line}` }));
  const undated = planned.filter(
    ({ remark, fields }) => remark === 'assumed' && fields.state !== 'DONE',
  );
  const existingTasks = existing.map((fields, at) => ({ key: `task ${at}`, fields }));
  const dayOf = spreadDays(undated, [...existingTasks, ...planned], todayIso, mostADay);
  return planned.map(({ key, fields, ...task }) => ({
    ...task,
    fields: { ...fields, dueDate: dayOf.get(key) ?? fields.dueDate },
  }));
}

/** The kinds of details, each with its number of tasks and its different texts; for `repeat` these are the descriptions. */
export function countDetails(tasks: readonly FileTask[]) {
  return detailKinds.flatMap((kind) => {
    const found = tasks.filter(({ details }) => details[kind] !== undefined);
    const texts = found.map(({ fields, details }) =>
      kind === 'repeat' ? fields.description : (details[kind] ?? ''),
    );
    if (found.length === 0) return [];
    return [{ kind, tasks: found.length, texts: [...new Set(texts)] }];
  });
}

import { isRecord, memberOf, textOf } from './file-table.ts';
import { recordsOf } from './json-boards.ts';

type Document = Readonly<Record<string, unknown>>;

/** The tasks in a backup of Amazing Marvin, and the steps inside them; undefined for any other content. */
export function tasksOfMarvin(content: unknown): readonly unknown[] | undefined {
  const all = recordsOf(content);
  const tasks = all.filter(({ db }) => db === 'Tasks');
  const isMarvin = tasks.some(({ _id, title }) => textOf(_id) !== '' && textOf(title) !== '');
  if (!isMarvin) return undefined;
  const documents = new Map(all.map((each) => [textOf(each._id), each]));
  const labels = new Map(
    recordsOf(documents.get('strategySettings.labels')?.val).map(({ id, title }) => [id, title]),
  );
  return tasks.flatMap((task) => {
    const list = listsOf(task, documents);
    const labelIds: readonly unknown[] = Array.isArray(task.labelIds) ? task.labelIds : [];
    const own = {
      title: task.title,
      dueDate: dayIn(task.dueDate),
      endDate: dayIn(task.endDate),
      day: dayIn(task.day),
      startDate: dayIn(task.startDate),
      importance: Number(task.isStarred) > 0 ? 'high' : '',
      list,
      labels: labelIds.map((id) => labels.get(id)),
      note: task.note,
      done: task.done,
      repeat: repeatOf(documents.get(textOf(task.recurringTaskId))),
    };
    const steps = stepsOf(task).map(({ title, done }) => ({
      title,
      done: done === true || task.done === true,
      list,
      parent: task.title,
    }));
    return [own, ...steps];
  });
}

/** The number of patterns of recurring tasks. The tasks that they have made are there, too. */
export const recurringIn = (content: unknown): number =>
  recordsOf(content).filter(({ db }) => db === 'RecurringTasks').length;

/** The titles of the projects and categories above a task, the outermost first. */
function listsOf(task: Document, documents: ReadonlyMap<string, Document>): string {
  const titles: string[] = [];
  let above = documents.get(textOf(task.parentId));
  while (above !== undefined && titles.length < mostLists) {
    titles.unshift(textOf(above.title));
    above = documents.get(textOf(above.parentId));
  }
  return titles.join(' / ');
}

/** The most lists above a task that are kept; a list may be inside itself in a broken file. */
const mostLists = 10;

const stepsOf = ({ subtasks }: Document): readonly Document[] =>
  isRecord(subtasks) ? Object.values(subtasks).filter(isRecord) : [];

/** A task without a day has the word "unassigned". */
const dayIn = (day: unknown): unknown => (day === 'unassigned' ? '' : day);

/** The kind of a recurrence. Its days have no words in the documentation, so it is not understood. */
function repeatOf(recurrence: unknown): string {
  if (recurrence === undefined) return '';
  return `recurring task: ${textOf(memberOf(recurrence, 'type'))}`;
}

import { memberOf, textOf } from './file-table.ts';
import { byId, recordsOf } from './json-boards.ts';

type Entry = Readonly<Record<string, unknown>>;

/** The tasks of an export of Wunderlist, and the steps inside them; undefined for any other content. */
export function tasksOfWunderlist(content: unknown): readonly unknown[] | undefined {
  const all = flatTasks(memberOf(content, 'data')) ?? nestedTasks(content);
  if (!all.some(({ task }) => typeof task.starred === 'boolean' && 'completed' in task))
    return undefined;
  return all.flatMap(({ task, list, steps, notes }) => {
    const own = {
      title: task.title,
      due: task.due_date ?? task.dueDate,
      importance: task.starred === true ? 'high' : '',
      completed: task.completed,
      list,
      notes: notes.map(({ content: text }) => text),
      repeat: repeatOf(task),
    };
    const inside = steps.map(({ title, completed }) => ({
      title,
      completed: completed === true || task.completed === true,
      list,
      parent: task.title,
    }));
    return [own, ...inside];
  });
}

type Found = {
  readonly task: Entry;
  readonly list: unknown;
  readonly steps: readonly Entry[];
  readonly notes: readonly Entry[];
};

/** The older form has lists, tasks, steps and notes beside each other. */
function flatTasks(data: unknown): readonly Found[] | undefined {
  const tasks = recordsOf(memberOf(data, 'tasks'));
  if (tasks.length === 0) return undefined;
  const lists = byId(memberOf(data, 'lists'));
  const ofTask = (name: string) =>
    Map.groupBy(recordsOf(memberOf(data, name)), ({ task_id }) => textOf(task_id));
  const steps = ofTask('subtasks');
  const notes = ofTask('notes');
  return tasks.map((task) => ({
    task,
    list: lists.get(textOf(task.list_id))?.title,
    steps: steps.get(textOf(task.id)) ?? [],
    notes: notes.get(textOf(task.id)) ?? [],
  }));
}

/** The newer form has the tasks in their lists, with their steps and notes. */
const nestedTasks = (content: unknown): readonly Found[] =>
  recordsOf(content).flatMap(({ title: list, tasks }) =>
    recordsOf(tasks).map((task) => ({
      task,
      list,
      steps: recordsOf(task.subtasks),
      notes: recordsOf(task.notes),
    })),
  );

function repeatOf({ recurrence_type: unit, recurrence_count: count }: Entry): string {
  if (textOf(unit) === '') return '';
  if (count === undefined || count === 1) return `every ${textOf(unit)}`;
  return `every ${textOf(count)} ${textOf(unit)}s`;
}

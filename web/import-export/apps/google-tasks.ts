import { isRecord } from '../file-table.ts';
import type { App } from './app.ts';

/** `Tasks.json` of Google Takeout: lists of tasks as in https://developers.google.com/tasks/reference/rest/v1/tasks */
export const googleTasks: App = {
  name: 'Google Tasks',
  marks: [],
  becomes: {
    title: 'description',
    due: 'dueDate',
    status: 'state',
    list: 'list',
    parent: 'parent',
    notes: 'notes',
    links: 'notes',
    kind: null,
    id: null,
    etag: null,
    created: null,
    updated: null,
    completed: null,
    deleted: null,
    hidden: null,
    position: null,
    selfLink: null,
    webViewLink: null,
    task_type: null,
  },
  datesAreDays: true,
  family: { id: 'id', parent: 'parent' },
};

/** The tasks of all lists, each with the name of its list; undefined for any other content. */
export function tasksOfGoogle(content: unknown): readonly unknown[] | undefined {
  if (!isRecord(content) || !Array.isArray(content.items)) return undefined;
  const items: readonly unknown[] = content.items;
  if (content.kind === 'tasks#tasks') return items.filter(isKept);
  if (content.kind !== 'tasks#taskLists') return undefined;
  return items.flatMap((list) => {
    if (!isRecord(list) || !Array.isArray(list.items)) return [];
    const tasks: readonly unknown[] = list.items;
    return tasks.filter(isKept).map((task) => (isRecord(task) ? { ...task, list: list.title } : task));
  });
}

const isKept = (task: unknown): boolean => !isRecord(task) || task.deleted !== true;

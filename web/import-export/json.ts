import type { TaskResponse } from '../../contract/task.ts';

import { googleTasks, tasksOfGoogle } from './apps/google-tasks.ts';
import { tasksOfThings, things } from './apps/things.ts';
import { isRecord, recordTable, unreadable } from './file-table.ts';
import type { FileTable } from './file-table.ts';

/** Names what the file is, so that a later version can tell it from other JSON. */
const format = 'dueline-tasks';
const version = 1;

/** Every field of every task, in an envelope with format and version. */
export function writeJson(tasks: readonly TaskResponse[], todayIso: string): string {
  return `${JSON.stringify({ format, version, exportedOn: todayIso, tasks }, undefined, 2)}\n`;
}

/** Reads our envelope, exports of known apps, a bare list, or an object with one list named tasks, items or todos. */
export function readJson(text: string): FileTable {
  const content = parse(text);
  if (content === undefined) return unreadable({ code: 'not_json' });
  if (isRecord(content) && content.format === format && content.version !== version)
    return unreadable({ code: 'other_version' });
  const ofGoogle = tasksOfGoogle(content);
  if (ofGoogle) return recordTable(ofGoogle, googleTasks);
  const ofThings = tasksOfThings(content);
  if (ofThings) return recordTable(ofThings, things);
  const lists = isRecord(content) ? [content.tasks, content.items, content.todos] : [content];
  const list = lists.find((member) => Array.isArray(member));
  return list === undefined ? unreadable({ code: 'no_list' }) : recordTable(list);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not only a SyntaxError: engines differ in what they throw at lists nested too deep.
    return undefined;
  }
}

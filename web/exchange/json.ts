import type { TaskResponse } from '../../contract/task.ts';

import { unreadable } from './file-table.ts';
import type { FileEntry, FileTable } from './file-table.ts';

/** Names what the file is, so that a later version can tell it from other JSON. */
const format = 'dueline-tasks';
const version = 1;

/** Every field of every task, in an envelope with format and version. */
export function writeJson(tasks: readonly TaskResponse[], todayIso: string): string {
  return `${JSON.stringify({ format, version, exportedOn: todayIso, tasks }, undefined, 2)}\n`;
}

/** Reads our envelope, a bare list, or an object with one list named tasks, items or todos. */
export function readJson(text: string): FileTable {
  const content = parse(text);
  if (content === undefined) return unreadable({ code: 'not_json' });
  if (isRecord(content) && content.format === format && content.version !== version)
    return unreadable({ code: 'other_version' });
  const lists = isRecord(content) ? [content.tasks, content.items, content.todos] : [content];
  const list = lists.find((member) => Array.isArray(member));
  if (list === undefined) return unreadable({ code: 'no_list' });
  const columns = [...new Set(list.flatMap((item: unknown) => (isRecord(item) ? Object.keys(item) : [])))];
  return {
    columns,
    entries: list.map((item: unknown, index) => entryOf(item, index + 1, columns)),
    faults: [],
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not only a SyntaxError: engines differ in what they throw at lists nested too deep.
    return undefined;
  }
}

function entryOf(item: unknown, line: number, columns: readonly string[]): FileEntry {
  if (!isRecord(item)) return { line, cell: () => undefined, fault: 'not_an_object' };
  const cell = (column: number) => {
    const name = columns[column];
    return name !== undefined && Object.hasOwn(item, name) ? item[name] : undefined;
  };
  return { line, cell };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

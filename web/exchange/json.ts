import type { TaskResponse } from '../../contract/task.ts';

import { exportFile } from './file.ts';
import type { ExportFile } from './file.ts';
import { isRecord, unreadable } from './table.ts';
import type { BoardTask, Table } from './table.ts';

/** Names what the file is, so that a later version can tell it from other JSON. */
const format = 'dueline-tasks';
const version = 1;

/** Every field of every task, in an envelope with format and version. */
export function exportJson(tasks: readonly TaskResponse[], todayIso: string): ExportFile {
  const text = JSON.stringify({ format, version, exportedOn: todayIso, tasks }, undefined, 2);
  return exportFile(todayIso, 'json', 'application/json', `${text}\n`);
}

/** Reads our envelope, a bare list, or an object with one list named tasks, items or todos. */
export function readJson(text: string): Table {
  const content = parse(text);
  if (content === undefined) return unreadable('not_json');
  if (isRecord(content) && content.format === format && content.version !== version)
    return unreadable('other_version');
  const list = Array.isArray(content) ? content : listIn(content);
  if (list === undefined) return unreadable('no_list');
  const columns = [...new Set(list.flatMap((item: unknown) => (isRecord(item) ? Object.keys(item) : [])))];
  return {
    columns,
    entries: list.map((item: unknown, index) => entry(item, index + 1, columns)),
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

function listIn(content: unknown): unknown[] | undefined {
  if (!isRecord(content)) return undefined;
  return [content.tasks, content.items, content.todos].find((member) => Array.isArray(member));
}

function entry(item: unknown, line: number, columns: readonly string[]): BoardTask {
  if (!isRecord(item)) return { line, cell: () => undefined, fault: 'not_an_object' };
  return {
    line,
    cell: (column) => {
      const name = columns[column];
      return name !== undefined && Object.hasOwn(item, name) ? item[name] : undefined;
    },
  };
}

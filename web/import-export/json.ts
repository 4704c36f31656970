import type { TaskResponse } from '../../contract/task.ts';

import {
  googleKeep,
  googleTasks,
  rememberTheMilk,
  taskwarrior,
  things,
  todoistTasks,
} from './apps.ts';
import type { App } from './apps.ts';
import { readDevicePart, writeDevicePart } from './device-part.ts';
import { isRecord, listOf, memberOf, recordTable, textOf, unreadable } from './file-table.ts';
import type { DevicePart, FileTable } from './file-table.ts';
import { cardsOfTrello, recordsOf, tasksOfVikunja } from './json-boards.ts';
import { cardsOfDeck, tasksOfKeep, tasksOfLists } from './json-lists.ts';
import { tasksOfToDo } from './json-microsoft.ts';
import { cardsOfWekan, tasksOfMilk, tasksOfTaskwarrior } from './json-personal.ts';
import { habitsIn, tasksOfHabitica } from './json-habitica.ts';
import { recurringIn, tasksOfMarvin } from './json-marvin.ts';
import { archivedIn, tasksOfSuperProductivity } from './json-super.ts';
import { tasksOfTasksOrg } from './json-tasks-org.ts';
import { tasksOfTodoist } from './json-todoist.ts';
import { tasksOfWunderlist } from './json-wunderlist.ts';
import { mapColumns } from './meanings.ts';
import { amazingMarvin, habitica, tasksOrg, wunderlist } from './personal-apps.ts';
import {
  microsoftToDo,
  nextcloudDeck,
  superProductivity,
  trelloBoard,
  vikunja,
  wekan,
} from './team-apps.ts';

/** Identifies the file, so that a later version can distinguish it from other JSON. */
const format = 'dueline-tasks';
const version = 1;

/** Every field of every task, saved filters and settings, in an envelope with format and version. */
export function writeJson(
  tasks: readonly TaskResponse[],
  todayIso: string,
  device: DevicePart,
): string {
  const content = { format, version, exportedOn: todayIso, ...writeDevicePart(device), tasks };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

/**
 * Reads our envelope, exports of known apps, one object on each line, a bare list, an object with one list named tasks, items, todos
 * or data, or lists inside each other.
 */
export function readJson(text: string): FileTable {
  const content = parsed(text) ?? parsedLines(text);
  if (content === undefined) return unreadable({ code: 'not_json' });
  if (isRecord(content) && content.format === format) return readOwn(content);
  return tableOfApp(content) ?? tableOfList(content);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not only for a SyntaxError: engines throw different errors for lists that are nested too deeply.
    return undefined;
  }
}

/** The objects of a file that has one on each line, with or without a comma; undefined if a line is no object. */
function parsedLines(text: string): readonly unknown[] | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim().replace(/,$/, ''))
    .filter(Boolean);
  const isOneEach = lines.every((line) => line.startsWith('{') && line.endsWith('}'));
  const objects = isOneEach ? lines.map(parsed) : [];
  if (objects.length === 0 || objects.includes(undefined)) return undefined;
  return objects;
}

/** Reads our envelope. */
function readOwn(content: Readonly<Record<string, unknown>>): FileTable {
  if (content.version !== version) return unreadable({ code: 'other_version' });
  if (listIn(content) === undefined) return unreadable({ code: 'no_list' });
  return { ...tableOfList(content), leftOut: {}, device: readDevicePart(content) };
}

function tableOfApp(content: unknown): FileTable | undefined {
  for (const { app, tasksIn, othersIn } of jsonApps) {
    const tasks = tasksIn(content);
    const entries = othersIn?.(content) ?? 0;
    if (tasks !== undefined) return { ...recordTable(tasks, app), leftOut: { entries } };
  }
  return undefined;
}

function tableOfList(content: unknown): FileTable {
  const inLists = tasksOfLists(content);
  const list = inLists ?? listIn(content);
  if (list === undefined) return unreadable({ code: 'no_list' });
  const tasks = listOf(list).map((item) => (typeof item === 'string' ? { title: item } : item));
  const table = recordTable(withChildren(tasks));
  const entries = inLists === undefined ? entriesBeside(content, list) : 0;
  const areOther = table.columns.length > 0 && mapColumns(table.columns).description === undefined;
  if (areOther) return unreadable({ code: 'no_list' });
  return { ...table, leftOut: { entries } };
}

/** The number of entries in the lists beside the one that is read. */
function entriesBeside(content: unknown, list: readonly unknown[]): number {
  if (!isRecord(content)) return 0;
  const members = [content, ...Object.values(content)].filter(isRecord).flatMap(Object.values);
  return members.filter((each) => each !== list).flatMap(recordsOf).length;
}

/** The tasks and those inside them, at any depth, each with the title of the one above, and in its list. */
function withChildren(list: readonly unknown[]): readonly unknown[] {
  const all: unknown[] = [];
  const waiting = list.toReversed();
  while (waiting.length > 0) {
    const item = waiting.pop();
    const { own, children } = childrenApart(item);
    all.push(own);
    waiting.push(...children.toReversed());
  }
  return all;
}

function childrenApart(item: unknown): { own: unknown; children: readonly unknown[] } {
  if (!isRecord(item)) return { own: item, children: [] };
  const [member] = ['subtasks', 'subTasks', 'children', 'tasks', 'items'].filter((name) =>
    hasRecords(item[name]),
  );
  if (member === undefined) return { own: item, children: [] };
  const { [member]: inside, ...own } = item;
  const parentTask = textOf(item.title ?? item.name ?? item.task ?? item.content);
  const inherited = item.list === undefined ? {} : { list: item.list };
  const children = listOf(inside).map((child) =>
    isRecord(child) ? { ...inherited, ...child, parentTask } : child,
  );
  return { own, children };
}

const hasRecords = (value: unknown): boolean => listOf(value).some(isRecord);

/** A bare list, or the list of a member with a usual name, also inside of one other member. */
function listIn(content: unknown): readonly unknown[] | undefined {
  if (!isRecord(content)) return isList(content) ? content : undefined;
  const members = [content, content.data, ...Object.values(content)].filter(isRecord);
  const lists = members.flatMap((member) => usualNames.map((name) => listOrMap(member[name])));
  return [...lists, listOrMap(content.data)].find((list) => list !== undefined);
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const usualNames = ['tasks', 'items', 'todos'];

/** A list, or the entries of an object whose names are ids. */
function listOrMap(value: unknown): readonly unknown[] | undefined {
  if (isList(value)) return value;
  const entries = isRecord(value) ? Object.values(value) : [];
  return entries.length > 0 && entries.every(isRecord) ? entries : undefined;
}

type JsonApp = {
  readonly app: App;
  /** The tasks of a file of this app, flat; undefined for any other content. */
  readonly tasksIn: (content: unknown) => readonly unknown[] | undefined;
  /** The number of entries that are no tasks here. */
  readonly othersIn?: (content: unknown) => number;
};

const jsonApps: readonly JsonApp[] = [
  { app: todoistTasks, tasksIn: tasksOfTodoist },
  { app: googleTasks, tasksIn: tasksOfGoogle },
  { app: things, tasksIn: tasksOfThings },
  { app: taskwarrior, tasksIn: tasksOfTaskwarrior },
  { app: rememberTheMilk, tasksIn: tasksOfMilk },
  { app: wekan, tasksIn: cardsOfWekan },
  { app: trelloBoard, tasksIn: cardsOfTrello },
  { app: microsoftToDo, tasksIn: tasksOfToDo },
  { app: vikunja, tasksIn: tasksOfVikunja },
  { app: nextcloudDeck, tasksIn: cardsOfDeck },
  { app: googleKeep, tasksIn: tasksOfKeep },
  { app: superProductivity, tasksIn: tasksOfSuperProductivity, othersIn: archivedIn },
  { app: tasksOrg, tasksIn: tasksOfTasksOrg },
  { app: habitica, tasksIn: tasksOfHabitica, othersIn: habitsIn },
  { app: amazingMarvin, tasksIn: tasksOfMarvin, othersIn: recurringIn },
  { app: wunderlist, tasksIn: tasksOfWunderlist },
];

/** The tasks of all lists of Google Tasks, each with the name of its list; undefined for any other content. */
function tasksOfGoogle(content: unknown): readonly unknown[] | undefined {
  if (!isRecord(content) || !Array.isArray(content.items)) return undefined;
  if (content.kind === 'tasks#tasks') return tasksOfGoogleList(content);
  const areLists = content.items.every((list) => Array.isArray(memberOf(list, 'items')));
  if (content.kind === 'tasks#taskLists' || (areLists && content.items.length > 0))
    return itemsIn(content).flatMap(tasksOfGoogleList);
  return undefined;
}

function tasksOfGoogleList(list: unknown): readonly unknown[] {
  const tasks = itemsIn(list).filter((task) => memberOf(task, 'deleted') !== true);
  return tasks.map((task) => {
    if (!isRecord(task)) return task;
    // Google writes a day as midnight in UTC, whatever the person's zone is.
    const due = textOf(task.due).slice(0, 10);
    return { ...task, due, list: memberOf(list, 'title') };
  });
}

const itemsIn = (value: unknown): readonly unknown[] => listOf(memberOf(value, 'items'));

/** The to-dos of Things with their projects and headings; a project with a date or notes is a task, too. */
function tasksOfThings(content: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(content)) return undefined;
  const items: readonly unknown[] = content;
  const isThings = items.some(
    (item) => isItem(item) && /^(?:to-do|project)$/.test(String(item.type)),
  );
  if (!isThings) return undefined;
  return items.flatMap((item) => itemsOf(item, {}));
}

function itemsOf(
  item: unknown,
  parents: { readonly list?: unknown; readonly heading?: unknown },
): unknown[] {
  if (!isItem(item)) return [item];
  const { items: _, ...own } = item.attributes;
  if (item.type === 'to-do') return [{ ...parents, ...taskOf(own) }];
  if (item.type !== 'project') return [];
  const hasOwn = [own.notes, own.deadline, own.when].some((value) => textOf(value) !== '');
  let heading: unknown;
  const tasks = itemsIn(item.attributes).flatMap((part) => {
    if (isItem(part) && part.type === 'heading') heading = part.attributes.title;
    return itemsOf(part, { list: own.title, heading });
  });
  if (!hasOwn) return tasks;
  return [taskOf(own), ...tasks];
}

function taskOf(own: Readonly<Record<string, unknown>>) {
  const { when, completed, canceled, 'checklist-items': checklist } = own;
  return {
    ...own,
    when: whenOf(when),
    completed,
    state: canceled === true ? 'cancelled' : '',
    'checklist-items': listOf(checklist).map(titleOf),
  };
}

function titleOf(item: unknown): unknown {
  if (!isItem(item)) return item;
  return item.attributes.title;
}

/** "2026-02-25@14:00" has its time after an at sign; "anytime" and "someday" are not dates. */
function whenOf(when: unknown): unknown {
  if (typeof when !== 'string') return when;
  if (/^(?:anytime|someday)$/i.test(when)) return '';
  if (/^(?:evening|tonight)/i.test(when)) return 'today';
  return when.replace('@', ' ');
}

type Item = { readonly type?: unknown; readonly attributes: Readonly<Record<string, unknown>> };
const isItem = (value: unknown): value is Item => isRecord(value) && isRecord(value.attributes);

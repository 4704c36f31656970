import { isRecord } from '../file-table.ts';
import type { App } from './app.ts';

/** The JSON of Things: https://culturedcode.com/things/support/articles/2803573/ */
export const things: App = {
  name: 'Things',
  marks: [],
  becomes: {
    title: 'description',
    deadline: 'dueDate',
    when: 'dueDate',
    completed: 'state',
    area: 'list',
    list: 'list',
    heading: 'list',
    tags: 'labels',
    notes: 'notes',
    'checklist-items': 'notes',
    canceled: null,
    'creation-date': null,
    'completion-date': null,
    'list-id': null,
    'heading-id': null,
    'area-id': null,
    'tag-ids': null,
  },
};

/**
 * The to-dos, each with its project and heading; undefined for any other content. A project is a task too when it has
 * a date or notes.
 */
export function tasksOfThings(content: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(content)) return undefined;
  const items: readonly unknown[] = content;
  const isThings = items.some((item) => isItem(item) && /^(?:to-do|project)$/.test(String(item.type)));
  return isThings ? items.flatMap((item) => tasksOf(item, {})) : undefined;
}

type Place = { readonly list?: unknown; readonly heading?: unknown };

function tasksOf(item: unknown, place: Place): readonly unknown[] {
  if (!isItem(item)) return [item];
  const { items, ...own } = item.attributes;
  if (item.type === 'to-do') return [{ ...place, ...taskOf(own) }];
  if (item.type !== 'project') return [];
  const hasOwn = [own.notes, own.deadline, own.when].some(
    (value) => typeof value === 'string' && value !== '',
  );
  const parts: readonly unknown[] = Array.isArray(items) ? items : [];
  let heading: unknown;
  const tasks = parts.flatMap((part) => {
    if (isItem(part) && part.type === 'heading') heading = part.attributes.title;
    return tasksOf(part, { list: own.title, heading });
  });
  return hasOwn ? [taskOf(own), ...tasks] : tasks;
}

function taskOf(own: Readonly<Record<string, unknown>>) {
  const { when, completed, canceled, 'checklist-items': checklist } = own;
  const titles = (Array.isArray(checklist) ? checklist : []).map((item: unknown) =>
    isItem(item) ? item.attributes.title : item,
  );
  return {
    ...own,
    when: typeof when === 'string' ? whenOf(when) : when,
    completed: completed === true || canceled === true,
    'checklist-items': titles,
  };
}

/** "2026-02-25@14:00" has its time after an at sign; "anytime" and "someday" are no days. */
function whenOf(when: string): string {
  if (/^(?:anytime|someday)$/i.test(when)) return '';
  return /^(?:evening|tonight)/i.test(when) ? 'today' : when.replace('@', ' ');
}

type Item = { readonly type?: unknown; readonly attributes: Readonly<Record<string, unknown>> };
function isItem(value: unknown): value is Item {
  return isRecord(value) && isRecord(value.attributes);
}

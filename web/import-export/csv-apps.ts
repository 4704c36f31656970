import { longestDescription } from '../../contract/fields.ts';
import { outlook, tickTick, todoist } from './apps.ts';
import type { App } from './apps.ts';
import { localTimeOf } from './file-dates.ts';
import { textOf } from './file-table.ts';
import type { FileEntry, FileTable } from './file-table.ts';
import { instantOf } from './json-boards.ts';
import { toodledo } from './personal-apps.ts';
import { asana, clickUp, jira, monday, planner, trello } from './team-apps.ts';

/** The apps whose CSV is identified by its header. */
export const csvApps: readonly App[] = [
  todoist,
  tickTick,
  outlook,
  asana,
  trello,
  clickUp,
  jira,
  planner,
  monday,
  toodledo,
];

/** The tasks of a table whose rows are not only tasks, or whose cells are in the app's own form. `above` is the text before the header. */
export function arrangeApp(table: FileTable, above: string): FileTable {
  if (table.app === todoist) return arrangeTodoist(table);
  if (table.app === clickUp) return arrangeClickUp(table);
  if (table.app === toodledo) return arrangeToodledo(table);
  if (table.app === monday) return arrangeMonday(table, above.trim());
  return table;
}

/** The table with only the tasks of Todoist. Their section, parent task and notes, which are rows in the file, become columns. */
function arrangeTodoist(table: FileTable): FileTable {
  const entries: FileEntry[] = [];
  const parents: string[] = [];
  let section = '';
  let notes: string[] | undefined;
  for (const entry of table.entries) {
    const [type, content, description, indent] = ['TYPE', 'CONTENT', 'DESCRIPTION', 'INDENT'].map(
      (name) => textOf(entry.values.get(name)),
    );
    if (type === 'section') {
      section = shortened([content, description].filter(Boolean).join(': '));
      parents.length = 0;
      notes = undefined;
    } else if (type === 'note' && notes) notes.push(withFileNames(content ?? ''));
    else if (type === 'task') {
      parents.length = Math.min(Math.max(Number(indent) || 1, 1) - 1, parents.length);
      // Labels of Todoist become tags.
      const tagged = (content ?? '').replace(/(?<=^|\s)@(?=[\p{L}\p{N}])/gu, '#');
      const added = {
        CONTENT: tagged,
        SECTION: section,
        PARENT: parents.at(-1),
        NOTE: (notes = []),
      };
      parents.push(shortened(tagged));
      entries.push({ ...entry, values: new Map([...entry.values, ...Object.entries(added)]) });
    } else if (type !== 'meta') entries.push({ ...entry, fault: 'not_an_object' });
  }
  return { ...table, columns: [...table.columns, 'SECTION', 'PARENT', 'NOTE'], entries };
}

/** A text that each task below it repeats: a description has no room for more of it. */
const shortened = (text: string): string => text.slice(0, longestDescription);

/** A note with the name of each file in place of all that Todoist writes about it. */
const withFileNames = (note: string): string =>
  note.replace(/\[\[file \{[^{}]{0,4000}?"file_name":"([^"]{1,200})"[^{}]{0,4000}\}\]\]/g, '$1');

/** ClickUp writes instants in milliseconds, lists in brackets, line ends as `\n`, and `null` or `hidden` for no value. */
function arrangeClickUp(table: FileTable): FileTable {
  const entries = table.entries.map((entry) => {
    const values = [...entry.values].map(
      ([name, value]) => [name, ofClickUp(textOf(value))] as const,
    );
    return { ...entry, values: new Map(values) };
  });
  return { ...table, entries };
}

function ofClickUp(text: string): string {
  if (/^(?:null|hidden|\[\])$/.test(text)) return '';
  if (text.startsWith('[') && text.endsWith(']')) return text.slice(1, -1).replaceAll('"', '');
  if (!/^\d{12,14}$/.test(text)) return text.replaceAll('\\n', '\n');
  const instant = instantOf(Number(text));
  if (instant === undefined) return text;
  // A day without a time of day is four o'clock in the morning.
  return localTimeOf(instant).replace(/ 04:00$/, '');
}

/** The star of Toodledo becomes a tag. */
function arrangeToodledo(table: FileTable): FileTable {
  const entries = table.entries.map((entry) => {
    const cell = (name: string) => textOf(entry.values.get(name));
    const values = new Map(entry.values)
      .set('CONTEXT', cell('CONTEXT').replace(/^@/, ''))
      .set('STAR', /^(?:yes|1)$/i.test(cell('STAR')) ? 'starred' : '');
    return { ...entry, values };
  });
  return { ...table, entries };
}

/** The items of monday.com with their groups, which are rows of one cell, and their subitems, which have a header of their own. */
function arrangeMonday(table: FileTable, above: string): FileTable {
  const entries: FileEntry[] = [];
  let parents = { GROUP: shortened(above), ITEM: '' };
  let subitemColumns: readonly string[] = [];
  for (const entry of table.entries) {
    const cells = [...entry.values.values()].map(textOf);
    switch (kindOfRow(cells, table.columns)) {
      case 'header':
      case 'sum':
        break;
      case 'group':
        parents = { GROUP: shortened(cells[0] ?? ''), ITEM: '' };
        break;
      case 'subitems':
        subitemColumns = cells;
        break;
      case 'subitem':
        entries.push({ ...entry, values: valuesOf(subitemColumns, cells, parents) });
        break;
      case 'item':
        parents = { ...parents, ITEM: shortened(cells[0] ?? '') };
        entries.push({ ...entry, values: new Map([...entry.values, ['GROUP', parents.GROUP]]) });
    }
  }
  return { ...table, columns: [...table.columns, 'GROUP', 'ITEM'], entries };
}

function kindOfRow(cells: readonly string[], columns: readonly string[]) {
  const [start = '', next = ''] = cells;
  if (start === columns[0] && next === columns[1]) return 'header';
  if (/^subitems$/i.test(start)) return 'subitems';
  if (start === '' && next === '') return 'sum';
  if (start === '') return 'subitem';
  if (cells.slice(1).every((cell) => cell === '')) return 'group';
  return 'item';
}

/** The cells of a subitem by the names of its own header, without its first column. */
const valuesOf = (
  columns: readonly string[],
  cells: readonly string[],
  parents: Readonly<Record<string, string>>,
) =>
  new Map([
    ...columns.slice(1).map((name, at) => [name, cells[at + 1] ?? ''] as const),
    ...Object.entries(parents),
  ]);

import { textOf } from '../file-table.ts';
import type { FileEntry, FileTable } from '../file-table.ts';
import type { App } from './app.ts';

/** One project as CSV: https://todoist.com/help/articles/format-a-csv-file-to-import-into-todoist-UVUXTmm6 */
export const todoist: App = {
  name: 'Todoist',
  marks: ['TYPE', 'CONTENT', 'INDENT'],
  becomes: {
    CONTENT: 'description',
    DATE: 'dueDate',
    DEADLINE: 'dueDate',
    PRIORITY: 'importance',
    SECTION: 'list',
    PARENT: 'parent',
    DESCRIPTION: 'notes',
    NOTE: 'notes',
    TYPE: null,
    INDENT: null,
    AUTHOR: null,
    DATE_LANG: null,
    DEADLINE_LANG: null,
    DURATION_UNIT: null,
    IS_COLLAPSED: null,
    TIMEZONE: null,
  },
  importances: { 1: 'HIGH', 2: 'MEDIUM', 3: 'MEDIUM', 4: 'LOW' },
  zone: 'TIMEZONE',
  fileIsList: true,
};

/** The tasks alone. The section above them, the task that they are indented under and the notes below are columns. */
export function arrangeTodoist(table: FileTable): FileTable {
  const { columns } = table;
  const textAt = (entry: FileEntry, name: string) => textOf(entry.cell(columns.indexOf(name)));
  const entries: FileEntry[] = [];
  let section = '';
  let parents: string[] = [];
  let notes: string[] | undefined;
  for (const entry of table.entries) {
    const type = textAt(entry, 'TYPE');
    const content = textAt(entry, 'CONTENT');
    if (type === 'section') {
      section = [content, textAt(entry, 'DESCRIPTION')].filter(Boolean).join(': ');
      [parents, notes] = [[], undefined];
    } else if (type === 'note' && notes) notes.push(content);
    else if (type === 'task') {
      const depth = Math.max(Number(textAt(entry, 'INDENT')) || 1, 1) - 1;
      parents = [...parents.slice(0, depth), content];
      const own: string[] = [];
      notes = own;
      const added = [section, parents[depth - 1], own];
      entries.push({ ...entry, cell: withCells(entry, columns.length, added) });
    } else if (type !== 'meta') entries.push({ ...entry, fault: 'not_an_object' });
  }
  return { ...table, columns: [...columns, 'SECTION', 'PARENT', 'NOTE'], entries };
}

function withCells({ cell }: FileEntry, width: number, added: readonly unknown[]): FileEntry['cell'] {
  return (column) => (column < width ? cell(column) : added[column - width]);
}

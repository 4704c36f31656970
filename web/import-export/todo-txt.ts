import { todoTxt } from './apps.ts';
import { durationInWords } from './durations.ts';
import { mostEntries, recordTable, tooMany } from './file-table.ts';
import type { FileTable } from './file-table.ts';

/** True for lines with the marks of todo.txt. */
export const isTodoTxt = (text: string): boolean =>
  /^(?:\([A-Z]\) \S|x (?:\d{4}-\d\d-\d\d ){1,2}\S|\d{4}-\d\d-\d\d \S|.* (?:due|rec):\S)/m.test(
    text,
  );

/** Reads one task per line, with its marks: https://github.com/todotxt/todo.txt */
export function readTodoTxt(text: string): FileTable {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const table = recordTable(lines.slice(0, mostEntries).map(readLine), todoTxt);
  return { ...table, faults: tooMany(lines.length) };
}

/** The mark of a finished task, its priority, the days of finishing and adding, and the text. */
const parts = /^(x )?(?:\(([A-Z])\) )?(?:\d{4}-\d\d-\d\d ){0,2}(.*)$/s;

function readLine(line: string) {
  const [, finished, priority, written = ''] = parts.exec(line.trim()) ?? [];
  const keys = new Map<string, string>();
  const text = written.replace(
    /(?:^|\s)(due|t|rec|pri):(\S+)/g,
    (_, key: string, value: string) => {
      keys.set(key, value);
      return '';
    },
  );
  return {
    // Projects and contexts become tags.
    text: text.replace(/(?<=^|\s)[+@](?=[\p{L}\p{N}])/gu, '#').trim(),
    finished,
    importance: importanceOf(priority ?? keys.get('pri') ?? ''),
    due: keys.get('due'),
    t: keys.get('t'),
    rec: recurrenceOf(keys.get('rec') ?? ''),
  };
}

/** A is the highest of the letters. */
function importanceOf(priority: string): string {
  if (priority === 'A') return 'HIGH';
  if (/^[C-Z]$/.test(priority)) return 'LOW';
  return '';
}

/** A recurrence without a plus counts from the day of finishing. */
function recurrenceOf(rec: string): string {
  if (rec.startsWith('+')) return durationInWords(rec.slice(1));
  return durationInWords(rec).replace(/^every /, 'every! ');
}

import { orgMode } from './apps.ts';
import { durationInWords } from './durations.ts';
import { recordTable, unreadable } from './file-table.ts';
import type { FileTable } from './file-table.ts';
import { placeIn } from './outline-place.ts';
import type { Above } from './outline-place.ts';

/** True for an outline of org mode. A list of Markdown with the same words is none. */
export const isOrg = (text: string, fileName = ''): boolean =>
  /\.org$/i.test(fileName) || /^\*{2,} (?:TODO|DONE) /m.test(text);

/** Reads the headlines with a keyword, and the items with a box that are not below one: https://orgmode.org/manual/ */
export function readOrg(text: string): FileTable {
  const keywords = keywordsIn(text);
  const above: Above[] = [];
  const parts = text.replace(startOfRange, '').split(/^(?=\*+ )/m);
  const tasks = parts.flatMap((part) => tasksOf(part, keywords, above));
  if (tasks.length === 0) return unreadable({ code: 'outline' });
  const lines = parts.flatMap((part) => textBeside(part, keywords)).length;
  return { ...recordTable(tasks, orgMode), leftOut: { lines } };
}

/** The lines of text that are not below a task. */
function textBeside(part: string, keywords: ReadonlyMap<string, string>): readonly string[] {
  const [first = '', ...below] = part.split(/\r?\n/);
  const [headline, keyword = ''] = /^\*+ +(\S*)/.exec(first) ?? [];
  if (keywords.has(keyword)) return [];
  const lines = headline === undefined ? [first, ...below] : below;
  return notesIn(lines).filter((line) => !boxed.test(line));
}

/** The state of each keyword: those of most people, and those that the file declares, as in `#+TODO: NEXT WAIT | DONE`. */
function keywordsIn(text: string): ReadonlyMap<string, string> {
  const keywords = new Map(
    'TODO NEXT WAITING STARTED DOING HOLD DONE CANCELLED CANCELED'
      .split(' ')
      .map((word) => [word, word]),
  );
  for (const [, line = ''] of text.matchAll(/^#\+(?:SEQ_|TYP_)?TODO:(.*)$/gim)) {
    // Without a line between them, the last one alone is done.
    const [open = '', done = ''] = line.includes('|')
      ? line.split('|')
      : line.trim().split(/ (?=\S+$)/);
    for (const word of wordsOf(open)) keywords.set(word, word);
    for (const word of wordsOf(done)) keywords.set(word, keywords.get(word) ?? 'DONE');
  }
  return keywords;
}

/** `WAIT(w@/!)` is WAIT with a key. */
const wordsOf = (text: string): readonly string[] =>
  text.split(/\s+/).flatMap((word) => word.replace(/\(.*/, '') || []);

/** The tasks of a headline and the lines below it, up to the next headline. */
function tasksOf(part: string, keywords: ReadonlyMap<string, string>, above: Above[]) {
  const [first = '', ...lines] = part.split(/\r?\n/);
  const [, stars, written = ''] = /^(\*+) +(.*)$/.exec(first) ?? [];
  if (stars === undefined) return boxesIn([first, ...lines], above);
  const depth = stars.length;
  const place = placeIn(above, depth);
  const [, keyword = '', titled = ''] = /^(\S+)(?:\s+(.*))?$/.exec(written) ?? [];
  const state = keywords.get(keyword);
  const { title, ...marks } = marksOf(state === undefined ? written : titled);
  above.push({ depth, title, isTask: state !== undefined });
  if (state === undefined) return boxesIn(lines, above);
  const planned = plannedIn(lines);
  const notes = notesIn(lines);
  return [{ title, state, ...place, ...marks, ...planned, notes }];
}

/** The items with a box, as tasks. */
const boxesIn = (lines: readonly string[], above: Above[]) =>
  lines.flatMap((line) => {
    const [, box = '', written = ''] = boxed.exec(line) ?? [];
    if (written === '') return [];
    return [{ ...marksOf(written), ...placeIn(above, Infinity), state: boxes[box.trim()] }];
  });

const boxed = /^\s*(?:[-+]|\s\*|\d{1,3}[.)])\s+\[([ xX-])\]\s+(\S.*)$/;
const boxes: Readonly<Record<string, string>> = { '': 'TODO', x: 'DONE', X: 'DONE', '-': 'DOING' };

/** The title of a line without its marks, and these. */
function marksOf(written: string) {
  const [, importance] = /^\[#(\w{1,2})\]/.exec(written) ?? [];
  const [, tags = ''] = /\s:([\p{L}\p{N}_@#%:]+):\s*$/u.exec(written) ?? [];
  const { due, repeat } = stampIn(written);
  const title = written
    .replace(/^\[#\w{1,2}\]/, '')
    .replace(/\s:[\p{L}\p{N}_@#%:]+:\s*$/u, '')
    .replace(stamp, ' ')
    .replace(/\[\d*(?:%|\/\d*)\]/g, ' ')
    .replace(/\[\[([^[\]]+)\](?:\[([^[\]]+)\])?\]/g, (_, address: string, name?: string) =>
      [name, address].filter(Boolean).join(' '),
    );
  return {
    title: title.replace(/\s+/g, ' ').trim(),
    importance,
    tags: tags.split(':'),
    due,
    repeat,
  };
}

/** The deadline, or else the scheduled day, of the lines below a headline. */
function plannedIn(lines: readonly string[]) {
  const text = lines.filter((line) => planning.test(line)).join(' ');
  const [deadline, scheduled] = ['DEADLINE', 'SCHEDULED'].map((name) =>
    stampIn(text.split(`${name}:`)[1] ?? ''),
  );
  const { due, repeat } = deadline?.due === undefined ? (scheduled ?? {}) : deadline;
  if (due === undefined) return {};
  return { due, repeat, scheduled: scheduled?.due };
}

/** The first timestamp of a text, such as `<2026-12-05 Sat 10:00 +1w>`, as a day with its time and as the words of its repeater. */
function stampIn(text: string): { readonly due?: string; readonly repeat?: string } {
  const [, day, time, rest = ''] = stamp.exec(text) ?? [];
  if (day === undefined) return {};
  const due = [day, time].filter(Boolean).join(' ');
  const [, kind, duration] = /([.+]?\+)(\d+[a-z])/.exec(rest) ?? [];
  if (duration === undefined) return { due };
  const words = durationInWords(duration);
  // The kind `.+` counts from the day of finishing.
  return { due, repeat: kind === '.+' ? words.replace(/^every /, 'every! ') : words };
}

/** A range is due on its last day. */
const startOfRange = /<\d{4}-\d\d-\d\d[^<>\n]{0,60}>--(?=<\d)/g;
const stamp = /<(\d{4}-\d\d-\d\d)(?: [^\s\d<>+.-]{1,20})?(?: (\d{1,2}:\d\d))?([^<>\n]{0,60})>/;
const planning = /^\s*(?:DEADLINE|SCHEDULED|CLOSED):/;

/** The text below a headline, without what org mode keeps there for itself. */
function notesIn(lines: readonly string[]): readonly string[] {
  let isInDrawer = false;
  return lines.filter((line) => {
    if (/^\s*:(?:PROPERTIES|LOGBOOK):\s*$/i.test(line)) isInDrawer = true;
    const isText = !isInDrawer && !planning.test(line) && !/^\s*(?:#\+.*)?$/.test(line);
    if (/^\s*:END:\s*$/i.test(line)) isInDrawer = false;
    return isText;
  });
}

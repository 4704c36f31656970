/** A line of Obsidian Tasks by column; undefined for a line without any mark of that plugin. The description has no marks. */
export function readObsidianTask(line: string): Readonly<Record<string, string>> | undefined {
  if (line.length > longestLine || exactEnd.test(line)) return undefined;
  const [start, box = ''] = item.exec(line) ?? [];
  if (start === undefined) return undefined;
  const values: Record<string, string> = {};
  const take = (name: string, value: string) => {
    values[name] ??= value.trim();
    return ' ';
  };
  const text = line
    .slice(start.length)
    .replace(inlineField, (whole, name: string, value: string) => {
      const column = columns.get(name.toLowerCase());
      return column === undefined ? whole : take(column, value);
    })
    .replace(datedSign, (_, sign: string, day: string) => take(dates[sign] ?? '', day))
    .replace(repeatSign, (_, words: string) => take('repeat', words))
    .replace(prioritySign, (_, sign: string) => take('importance', priorities[sign] ?? ''))
    .replace(otherSign, ' ');
  const state = states[box];
  const isMarked = Object.keys(values).length > 0 || state === 'WORKING' || box === '-';
  if (!isMarked) return undefined;
  return {
    ...values,
    repeat: fromDone(values.repeat ?? ''),
    description: text.replace(/ {2,}/g, ' ').trim(),
    state: state ?? 'TODO',
    ...(box === '-' && { isCancelled: 'yes' }),
  };
}

/** "every week when done" counts from the day of finishing, which quick add writes with an exclamation mark. */
const fromDone = (words: string): string =>
  / when done$/i.test(words)
    ? words.replace(/ when done$/i, '').replace(/^every\b/i, 'every!')
    : words;

/** The end of a line of `writeCheckList`, in which the signs of other programs are words. */
export const exactEnd = / \((\d{4}-\d\d-\d\d(?: [!/][a-z]+)*)\)$/;

/** A longer line has more than a description and all marks. */
const longestLine = 2000;

/** The start of an item with a box. */
const item = /^\s*(?:[-*+]|\d{1,3}[.)])\s+\[(.)\]\s+/;
const states: Readonly<Record<string, string>> = {
  x: 'DONE',
  X: 'DONE',
  '/': 'WORKING',
  // Only for a person who adds cancelled tasks.
  '-': 'DONE',
};

const dates: Readonly<Record<string, string>> = {
  '📅': 'dueDate',
  '📆': 'dueDate',
  '🗓': 'dueDate',
  '⏳': 'scheduled',
  '⌛': 'scheduled',
  '🛫': 'start',
  '➕': 'created',
  '✅': 'done',
  '❌': 'cancelled',
};
const priorities: Readonly<Record<string, string>> = {
  '🔺': 'highest',
  '⏫': 'high',
  '🔼': 'medium',
  '🔽': 'low',
  '⏬': 'lowest',
};
/** The column of each inline field. */
const columns: ReadonlyMap<string, string> = new Map([
  ['due', 'dueDate'],
  ['priority', 'importance'],
  ...'scheduled start created completion cancelled repeat id dependson oncompletion'
    .split(' ')
    .map((name) => [name, name] as const),
]);

/** `[due:: 2026-12-01]`, the form of Dataview. */
const inlineField = /[[(](\w{1,20})::\s{0,5}([^[\]()]{0,100})[\])]/g;
const datedSign = new RegExp(
  `(${Object.keys(dates).join('|')})\\uFE0F?\\s{0,5}(\\d{4}-\\d\\d-\\d\\d)`,
  'gu',
);
const repeatSign = /🔁\uFE0F?\s{0,5}(every[\p{L}\p{N}!,.\- ]{1,100})/gu;
const prioritySign = new RegExp(`(${Object.keys(priorities).join('|')})\\uFE0F?`, 'gu');
const otherSign = /(?:🏁|🆔|⛔)\uFE0F?\s{0,5}[\w,-]{1,100}/gu;

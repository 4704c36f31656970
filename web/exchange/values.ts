import type { TaskImportance, TaskState } from '../../contract/task.ts';

import { isoFrom } from '../dates/calendar.ts';
import { fold } from '../dates/fold.ts';

/** What 3/12/2025 means: 3 December or 12 March. */
export type DateOrder = 'day_first' | 'month_first';

/** LOW, MEDIUM or HIGH for its names in three languages; anything else comes back as it is. */
export function importanceFrom(value: unknown): unknown {
  return (typeof value === 'string' && importances.get(plain(value))) || value;
}

/** TODO, WORKING or DONE for their names in three languages and for yes and no; anything else as it is. */
export function stateFrom(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 'DONE' : 'TODO';
  return (typeof value === 'string' && states.get(plain(value))) || value;
}

/** The ISO date for a date written with its year; a time of day after it is dropped; anything else as it is. */
export function dateFrom(value: unknown, order: DateOrder): unknown {
  if (typeof value !== 'string') return value;
  const parts = numericDate.exec(value.trim());
  if (parts === null) return isoDateTime.exec(value.trim())?.[1]?.replaceAll('/', '-') ?? value;
  const [, left, mark, right, yearText = ''] = parts;
  const isDayFirst = mark === '.' || order === 'day_first';
  const [day, month] = isDayFirst ? [Number(left), Number(right)] : [Number(right), Number(left)];
  return isoFrom(Number(yearText.padStart(4, '20')), month, day) ?? value;
}

/** The one order in which every date of a column is a day; undefined if both are possible, or neither is. */
export function orderOf(dates: readonly unknown[]): DateOrder | undefined {
  const numeric = dates.flatMap((value) =>
    typeof value === 'string' ? [numericDate.exec(value.trim())] : [],
  );
  const parted = numeric.filter((parts) => parts !== null && parts[2] !== '.');
  const isDayFirst = parted.some((parts) => Number(parts?.[1]) > 12);
  const isMonthFirst = parted.some((parts) => Number(parts?.[3]) > 12);
  if (isDayFirst === isMonthFirst) return undefined;
  return isDayFirst ? 'day_first' : 'month_first';
}

const time = '(?:[T ,].*)?';
const numericDate = new RegExp(`^(\\d{1,2})([./-])(\\d{1,2})\\2(\\d{4}|\\d{2})${time}$`);
const isoDateTime = new RegExp(`^(\\d{4}([-/])\\d{2}\\2\\d{2})${time}$`);

const importances = meanings<TaskImportance>([
  ['LOW', 'low niedrig gering basse faible bas'],
  ['MEDIUM', 'medium normal mittel moyenne normale moyen'],
  ['HIGH', 'high urgent hoch dringend haute elevee haut'],
]);

const states = meanings<TaskState>([
  [
    'TODO',
    'todo open new needsaction notstarted no false offen neu zutun nichtbegonnen nein afaire ouvert nouveau non',
  ],
  [
    'WORKING',
    'working inprogress inprocess doing started inarbeit lauft laeuft inbearbeitung begonnen encours',
  ],
  [
    'DONE',
    'done completed complete closed finished yes true x erledigt fertig abgeschlossen ja fait fini termine oui',
  ],
]);

function meanings<T>(lists: readonly (readonly [value: T, words: string])[]): ReadonlyMap<string, T> {
  return new Map(lists.flatMap(([value, words]) => words.split(' ').map((word) => [word, value] as const)));
}

function plain(value: string): string {
  return fold(value).replace(/[^\p{L}\p{N}]/gu, '');
}

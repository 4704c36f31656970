import { dateAt } from './date-at.ts';
import { isIn, movedBy, phraseAt } from './place.ts';
import type { Place } from './place.ts';
import { timeAt } from './time.ts';
import type { Word } from './text-words.ts';

/**
 * How many words from the place on say that something repeats: "weekly", "every other Tuesday at 9 from 3 May". No
 * task repeats, so they stay words, the days among them too.
 */
export function recurrenceAt(place: Place): number | undefined {
  const count = everyAt(place) ?? phraseAt(place, 'repeats')?.count;
  return count && count + boundsAt(movedBy(place, count));
}

/** "every 2 weeks", "jeden Montag und Freitag": a beginning, and what is counted or named after it. */
function everyAt(place: Place): number | undefined {
  const start = phraseAt(place, 'repeatStarts');
  if (start === undefined) return undefined;
  // The first entry is "every"; after "alle" and "tous" a short name is another word: "alle so".
  const units = start.value === 0 ? [...unitTables, 'shortWeekdays' as const] : unitTables;
  let end: number | undefined;
  for (let count = start.count; ; count += 1) {
    const [last, word] = [place.words[place.index + count - 1], place.words[place.index + count]];
    if (word === undefined || !continues(last, end === count)) return end;
    if (units.some((table) => isIn(place, table, word))) end = count + 1;
    else if (isLastOrdinal(place, count)) return count + 1;
    else if (!isNumber(place, word) && !isIn(place, 'repeatLinks', word)) return end;
  }
}

const unitTables = ['weekdays', 'units', 'months', 'repeatUnits'] as const;

/** A comma parts the units of a list: "every mon, wed"; a dot makes an ordinal: "jeden 2. Montag". Todoist knows "every!". */
function continues(last: Word | undefined, wasUnit: boolean): boolean {
  if (last === undefined) return false;
  return (
    ['', '!'].includes(last.tail) ||
    (last.tail === ',' && wasUnit) ||
    (last.tail === '.' && /^\d/.test(last.key))
  );
}

/** The times, the first and the last day that belong to a recurrence: "at 9 from Monday until May 3". */
function boundsAt(place: Place): number {
  let count = 0;
  for (;;) {
    const next = movedBy(place, count);
    if (next.words[next.index - 1]?.tail !== '') return count;
    let leads = 0;
    while (isIn(next, 'repeatBounds', next.words[next.index + leads])) leads += 1;
    const date = leads === 0 ? undefined : dateAt(movedBy(next, leads));
    const time = timeAt(next);
    if (time === undefined && date === undefined) return count;
    count += time ?? leads + (date?.count ?? 0);
  }
}

/** "every 1st", "jeden 3.", at the end of the text. */
function isLastOrdinal({ words, index }: Place, count: number): boolean {
  const word = words[index + count];
  const isOrdinal = /^\d{1,2}(?:st|nd|rd|th|\.)$/.test(`${word?.key}${word?.tail}`);
  return isOrdinal && index + count === words.length - 1;
}

function isNumber(place: Place, word: Word): boolean {
  return /^\d{1,3}(?:st|nd|rd|th|er|e|eme)?$/.test(word.key) || isIn(place, 'counts', word);
}

import { matchAt } from './pattern.ts';
import { movedBy } from './word-position.ts';
import type { WordPosition } from './word-position.ts';

/** What stands before a date and makes it a name, of a place or of some day: "place du 8 mai", "a Sunday", "rôti du dimanche". */
const nameBefore = [
  '(?<= {placeLeads} )',
  '(?<= {indefinites} ){weekdays}',
  '(?<=(?<! partir| compter| veille| lendemain) du )(?!{weekdays} \\d){weekdays}',
].join('|');

/** What stands after a date and makes it a name: "Sunday roast", "24 March Road", "Wednesday Staffel 2". */
const nameAfter =
  '(?<= {weekdays} ){weekdayThings}|(?<=day ){nameTails}|(?<= {months} ){placeTails}';

/** True if the words beside a date of `count` words make it a name. */
export const isNameOfThing = (position: WordPosition, count: number): boolean =>
  isTitleAt(position) ||
  isTitleOfWords(position, count) ||
  matchAt(position, `(?:${nameBefore})`) !== undefined ||
  matchAt(movedBy(position, count), `(?:${nameAfter})`) !== undefined;

/** "Watch Wednesday": what is watched is no day. */
const isTitleAt = (position: WordPosition): boolean =>
  position.words[position.index]?.hasCapital === true &&
  matchAt(position, '(?<= {nameLeads} ){weekdays}') !== undefined;

/** "Watch The Day After Tomorrow", "28 Days Later": a person writes such words of a date without capital letters. */
function isTitleOfWords(position: WordPosition, count: number): boolean {
  const words = position.words.slice(position.index, position.index + count);
  const isWritten = words.every(({ key, hasCapital }) => hasCapital || /^\d/.test(key));
  return count > 1 && isWritten && matchAt(position, titles) !== undefined;
}

const titles = '{daysAhead.2}|[^ ]+ {units} {offsetLinks.fromNow}';

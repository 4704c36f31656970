import { dateAt } from './date-at.ts';
import { follows, isIn, movedBy } from './place.ts';
import type { Place } from './place.ts';

/**
 * How many words from the place on say more than one day or one that is over: "Monday to Friday", "3 - 5 Dec",
 * "(last) Monday". None of them is when the task is due, so they stay words.
 */
export function severalDaysAt(place: Place): number | undefined {
  const { words, index } = place;
  const date = dateAt(place);
  const first = date?.count ?? (/^\d{1,2}$/.test(words[index]?.key ?? '') ? 1 : undefined);
  if (first === undefined) return undefined;
  let links = 0;
  while (follows(place, 'rangeLinks', index + first + links + 1)) links += 1;
  const then = movedBy(place, first + links);
  const isJoined = links > 0 && ['', '.'].includes(words[index + first - 1]?.tail ?? '');
  // "buy 2 and tomorrow" is no range.
  const isSecond = date !== undefined || /^\d/.test(then.words[then.index]?.key ?? '');
  const second = isJoined && isSecond ? dateAt(then) : undefined;
  if (second !== undefined) return first + links + second.count;
  const isPast = follows(place, 'pastLeads') || isIn(place, 'pastTails', words[index + first]);
  return date !== undefined && isPast ? first : undefined;
}

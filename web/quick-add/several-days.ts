import { dateAt } from './date-at.ts';
import { distance } from './offsets.ts';
import { follows, isIn, movedBy, phraseAt } from './place.ts';
import type { Place } from './place.ts';

/**
 * How many words from the place on say more than one day or one that is over: "Monday to Friday", "3 - 5 Dec",
 * "Monday in 2 weeks", "(last) Monday". They leave open when the task is due, so they stay words.
 */
export function severalDaysAt(place: Place): number | undefined {
  const { words, index } = place;
  const date = dateAt(place);
  const first = date?.count ?? (/^\d{1,2}$/.test(words[index]?.key ?? '') ? 1 : undefined);
  if (first === undefined) return undefined;
  const isLinked = (at: number) => follows(place, 'rangeLinks', at) || follows(place, 'articles', at);
  let links = 0;
  while (isLinked(index + first + links + 1)) links += 1;
  const then = movedBy(place, first + links);
  const isRange = words.slice(index + first, then.index).some((word) => isIn(place, 'rangeLinks', word));
  const isVague = date && (distance(place) === undefined) !== (distance(then) === undefined);
  const isJoined = (isRange || isVague) && ['', '.'].includes(words[index + first - 1]?.tail ?? '');
  // "buy 2 and tomorrow" is no range.
  const isSecond = date !== undefined || /^\d/.test(words[then.index]?.key ?? '');
  const second = isJoined && isSecond ? dateAt(then) : undefined;
  if (second !== undefined) return first + links + second.count;
  if (date === undefined) return undefined;
  const tail = phraseAt(movedBy(place, first), 'otherDayTails');
  if (tail !== undefined) return first + tail.count;
  return follows(place, 'otherDayLeads') ? first : undefined;
}

import { addDays, addMonths } from '../dates/calendar.ts';
import { longestOf, numericDay, spelledDay } from './calendar-dates.ts';
import { follows, isIn, meaningOf, movedBy, phraseAt } from './place.ts';
import type { Found, Place } from './place.ts';
import { daysAhead, weekday } from './relative-dates.ts';

/** "in 3 days", "in einem Monat", "dans deux semaines". */
export function distance(place: Place): Found | undefined {
  const amount = follows(place, 'within', place.index + 1) ? amountAt(movedBy(place, 1)) : undefined;
  if (amount === undefined) return undefined;
  const now = phraseAt(movedBy(place, 3), 'offsetLinks');
  const count = amount.isLast || now?.value !== fromNow ? 3 : 3 + now.count;
  return { count, value: amount.after(place.options.todayIso) };
}

/** "2 weeks from now", "a week after Friday", "3 Tage vor dem 5. Mai", "heute in einer Woche". */
export function offset(place: Place): Found | undefined {
  const ahead = daysAhead(place);
  const later = ahead && distance(movedBy(place, ahead.count));
  if (later) {
    const amount = amountAt(movedBy(place, ahead.count + 1));
    return amount && { count: ahead.count + later.count, value: amount.after(ahead.value) };
  }
  const amount = amountAt(place);
  const link = amount && !amount.isLast ? phraseAt(movedBy(place, 2), 'offsetLinks') : undefined;
  if (amount === undefined || link === undefined) return undefined;
  let count = 2 + link.count;
  if (link.value === fromNow) return { count, value: amount.after(place.options.todayIso) };
  while (isIn(place, 'articles', place.words[place.index + count])) count += 1;
  const day = longestOf([daysAhead, weekday, spelledDay, numericDay], movedBy(place, count));
  return (
    day && { ...day, count: count + day.count, value: amount.after(day.value, link.value === 0 ? 1 : -1) }
  );
}

const fromNow = 2;

/** A count and a unit: "2 weeks", "a month". */
function amountAt({ words, index, options }: Place) {
  const [amount, unit] = words.slice(index, index + 2);
  const place = { words, index, options };
  const spelled = meaningOf(place, 'counts', amount);
  const which = meaningOf(place, 'units', unit);
  const isNumber = /^\d{1,4}$/.test(amount?.key ?? '');
  if (amount?.tail !== '' || which === undefined || !(isNumber || spelled !== undefined)) return undefined;
  const count = isNumber ? Number(amount.key) : (spelled ?? 0) + 1;
  const after = (iso: string, sign = 1) =>
    which < 2
      ? addDays(iso, sign * count * (which === 0 ? 1 : 7))
      : addMonths(iso, sign * count * (which === 2 ? 1 : 12));
  return { after, isLast: unit?.tail !== '' };
}

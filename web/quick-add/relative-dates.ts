import {
  addDays,
  addMonths,
  firstWorkdayOfNextWeek,
  nextWeekday,
  startOfWeek,
  weekdayOf,
} from '../dates/calendar.ts';
import { longestOf, numericDay, spelledDay } from './calendar-dates.ts';
import { follows, isIn, meaningOf, movedBy, phraseAt } from './place.ts';
import type { Found, Place } from './place.ts';

/** "today", "übermorgen", "après-demain". */
export function daysAhead(place: Place): Found | undefined {
  const found = phraseAt(place, 'daysAhead');
  if (found === undefined) return undefined;
  // "Guten Morgen", "heute Morgen", "Montag Morgen": German has one word for tomorrow and the morning.
  const isMorning = follows(place, 'beforeMorning') || follows(place, 'weekdays');
  if (place.words[place.index]?.key === 'morgen' && isMorning) return undefined;
  return { count: found.count, value: addDays(place.options.todayIso, found.value) };
}

/** "next week" is its Monday, "end of the week" its last day, by the locale, "next month" its first; a weekend is its Saturday. */
export function period(place: Place): Found | undefined {
  const found = phraseAt(place, 'periods');
  if (found === undefined) return undefined;
  const { todayIso, firstDayOfWeek } = place.options;
  const monthStart = (later: number) => `${addMonths(todayIso, later).slice(0, 7)}-01`;
  const weekStart = nextWeekday(todayIso, firstDayOfWeek);
  const weekend = nextWeekday(todayIso, saturday);
  const isWeekend = weekdayOf(todayIso) >= saturday;
  const workday = firstWorkdayOfNextWeek(todayIso, firstDayOfWeek);
  const days = [
    workday,
    monthStart(1),
    `${addMonths(todayIso, 12).slice(0, 4)}-01-01`,
    // Not a week away while it lasts.
    isWeekend ? todayIso : weekend,
    isWeekend ? weekend : addDays(weekend, 7),
    addDays(weekStart, -1),
    addDays(weekStart, 6),
    addDays(monthStart(1), -1),
    addDays(monthStart(2), -1),
    `${todayIso.slice(0, 4)}-12-31`,
    addDays(workday, 7),
  ];
  return { count: found.count, value: days[found.value] ?? todayIso };
}

/** "Friday" is the next one after today, and so is "next Friday". */
export function weekday(place: Place): Found | undefined {
  const name = weekdayAt(place);
  return name && { count: name.count, value: nextWeekday(place.options.todayIso, name.value) };
}

/** "Friday next week", "next week Friday", "lundi de la semaine prochaine". */
export function weekdayOfWeek(place: Place): Found | undefined {
  const { words, index, options } = place;
  const named = weekdayAt(place);
  const first = named ?? nextWeekAt(place);
  if (first === undefined) return undefined;
  let rest = index + first.count;
  while (follows(place, 'links', rest + 1)) rest += 1;
  if (words.slice(index, rest).some(({ tail }) => tail !== '')) return undefined;
  const second = (named ? nextWeekAt : weekdayAt)({ ...place, index: rest });
  if (second === undefined) return undefined;
  const start = startOfWeek(addDays(options.todayIso, 7), options.firstDayOfWeek);
  return {
    count: rest + second.count - index,
    value: nextWeekday(addDays(start, -1), (named ?? second).value),
  };
}

const saturday = 6;
const nextWeek = 0;

function nextWeekAt(place: Place) {
  const found = phraseAt(place, 'periods');
  return found?.value === nextWeek ? found : undefined;
}

/** The name of a weekday, Monday being 1, with "prochain" behind it; a short one also where it could be another word. */
export function weekdayAt(place: Place, isAnyShort = false): { count: number; value: number } | undefined {
  const [name, next] = place.words.slice(place.index, place.index + 2);
  const isClear =
    isAnyShort || meaningOf(place, 'clearWeekdays', name) !== undefined || follows(place, 'shortLeads');
  const day =
    meaningOf(place, 'weekdays', name) ?? (isClear ? meaningOf(place, 'shortWeekdays', name) : undefined);
  if (day === undefined) return undefined;
  const hasTail = name?.tail === '' && meaningOf(place, 'weekdayTails', next) !== undefined;
  return { count: hasTail ? 2 : 1, value: day + 1 };
}

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

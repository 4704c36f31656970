import { addDays, addMonths, nextWeekday, startOfWeek, weekdayOf } from '../dates/calendar.ts';
import { follows, meaningOf, phraseAt } from './place.ts';
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

/** "next week" is its first day, by the locale, "end of the week" its last, and so with month and year; a weekend is its Saturday. */
export function period(place: Place): Found | undefined {
  const found = phraseAt(place, 'periods');
  if (found === undefined) return undefined;
  const { todayIso, firstDayOfWeek } = place.options;
  const monthStart = (later: number) => `${addMonths(todayIso, later).slice(0, 7)}-01`;
  const weekStart = nextWeekday(todayIso, firstDayOfWeek);
  const weekend = nextWeekday(todayIso, saturday);
  const isWeekend = weekdayOf(todayIso) >= saturday;
  const days = [
    weekStart,
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
    addDays(weekStart, 7),
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

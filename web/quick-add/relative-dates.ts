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

/** "next week" is its first day, by the locale, and so are "next month" and "next year"; the weekend is its Saturday. */
export function period(place: Place): Found | undefined {
  const found = phraseAt(place, 'periods');
  if (found === undefined) return undefined;
  const { todayIso, firstDayOfWeek } = place.options;
  const firstDays = [
    nextWeekday(todayIso, firstDayOfWeek),
    `${addMonths(todayIso, 1).slice(0, 7)}-01`,
    `${addMonths(todayIso, 12).slice(0, 4)}-01-01`,
    // Not a week away while it lasts.
    weekdayOf(todayIso) < saturday ? nextWeekday(todayIso, saturday) : todayIso,
  ];
  return { count: found.count, value: firstDays[found.value] ?? todayIso };
}

/** "in 3 days", "in einem Monat", "dans deux semaines". */
export function distance(place: Place): Found | undefined {
  const { words, index, options } = place;
  const [, amount, unit] = words.slice(index, index + 3);
  if (amount?.tail !== '' || !follows(place, 'within', index + 1)) return undefined;
  const spelled = meaningOf(place, 'counts', amount);
  const count = /^\d{1,4}$/.test(amount.key)
    ? Number(amount.key)
    : spelled === undefined
      ? undefined
      : spelled + 1;
  const which = meaningOf(place, 'units', unit);
  if (count === undefined || which === undefined) return undefined;
  const { todayIso } = options;
  const days = [
    addDays(todayIso, count),
    addDays(todayIso, count * 7),
    addMonths(todayIso, count),
    addMonths(todayIso, count * 12),
  ];
  return { count: 3, value: days[which] ?? todayIso };
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

/** The name of a weekday, Monday being 1, with "prochain" behind it. */
function weekdayAt(place: Place): { count: number; value: number } | undefined {
  const [name, next] = place.words.slice(place.index, place.index + 2);
  const isClear = meaningOf(place, 'clearWeekdays', name) !== undefined || follows(place, 'shortLeads');
  const day =
    meaningOf(place, 'weekdays', name) ?? (isClear ? meaningOf(place, 'shortWeekdays', name) : undefined);
  if (day === undefined) return undefined;
  const hasTail = name?.tail === '' && meaningOf(place, 'weekdayTails', next) !== undefined;
  return { count: hasTail ? 2 : 1, value: day + 1 };
}

import { addDays, addMonths, nextWeekday, weekdayOf } from '../dates/calendar.ts';
import type { Repeat } from '../dates/repeat.ts';
import { longestOf } from './found-date.ts';
import type { DateRule, FoundDate } from './found-date.ts';
import { dayAhead, weekday, weekdayIn } from './named-days.ts';
import { matchAt, wordEnd } from './pattern.ts';
import type { Match } from './pattern.ts';
import { movedBy } from './word-position.ts';
import type { WordPosition } from './word-position.ts';
import { isoDay, numericDay, spelledDay } from './written-days.ts';

/** "2 weeks", "a month", "3w". */
const amount = `(?:(?:(?<digits>\\d{1,4})${wordEnd}|{=counts}) {=units}|(?<short>\\d{1,3})(?<letter>[dw])${wordEnd})`;

type Amount = { readonly count: number; readonly unit: Repeat['unit'] };

const amountIn = ({ groups, entry }: Match): Amount => ({
  count: Number(groups['digits'] ?? groups['short'] ?? entry('counts')),
  unit: groups['letter'] === 'w' ? 'week' : (entry('units') ?? 'day'),
});

function dateAfter(iso: string, { count, unit }: Amount): string {
  switch (unit) {
    case 'day':
      return addDays(iso, count);
    case 'week':
      return addDays(iso, 7 * count);
    case 'month':
      return addMonths(iso, count);
    case 'year':
      return addMonths(iso, 12 * count);
  }
}

const dateBefore = (iso: string, { count, unit }: Amount) =>
  dateAfter(iso, { count: -count, unit });

/** "within 14 days of delivery", "binnen 14 Tagen nach Lieferung", but "in 2 Tagen nach Köln": counted from a day that is not written. */
const fromOtherDay =
  '(?:{within} [^ ]+ {units} (?:of|after|before)|' +
  '{within.span} [^ ]+ {units} (?:de|{offsetLinks.after,offsetLinks.before}))(?: |$)';
/** Not "within 2 days of Monday". */
const within =
  `(?!${fromOtherDay}){within} ${amount}(?: {offsetLinks.fromNow})?` +
  '(?! {links} (?:{articles} )?{weekdays,daysAhead,months})';

/** "in 3 days", "in einem Monat", "dans deux semaines". */
export const distance: DateRule = (position) => {
  const found = matchAt(position, within);
  if (found === undefined) return undefined;
  return { count: found.count, value: dateAfter(position.options.todayIso, amountIn(found)) };
};

/** "in 2 business days", "in drei Werktagen": Monday to Friday count. */
export const workdaysAhead: DateRule = (position) => {
  const found = matchAt(
    position,
    `{within} (?:(?<digits>\\d{1,3})${wordEnd}|{=counts}) {workdayUnits}`,
  );
  if (found === undefined) return undefined;
  let value = position.options.todayIso;
  for (let left = amountIn(found).count; left > 0;) {
    value = addDays(value, 1);
    if (weekdayOf(value) < 6) left -= 1;
  }
  return { count: found.count, value };
};

/** "2 fridays from now" */
export const weekdaysFromNow: DateRule = (position) => {
  const found = matchAt(
    position,
    `(?:(?<digits>\\d{1,2})${wordEnd}|{=counts}) (?:{=weekdays}|{=weekdayPlurals}) {offsetLinks.fromNow}`,
  );
  if (found === undefined) return undefined;
  const named = weekdayIn(found);
  const { count } = amountIn(found);
  if (named === undefined || count < 1) return undefined;
  const first = nextWeekday(position.options.todayIso, named);
  return { count: found.count, value: addDays(first, 7 * (count - 1)) };
};

/** "friday after next", "lundi en huit", "übernächsten Montag" */
export const weekdayLater: DateRule = (position) => {
  const found =
    matchAt(position, '{=weekdays} {=weeksLater}') ??
    matchAt(position, '{=weeksLaterLeads} {=weekdays}');
  const named = found && weekdayIn(found);
  if (found === undefined || named === undefined) return undefined;
  const days = found.entry('weeksLater') ?? 7;
  return {
    count: found.count,
    value: addDays(nextWeekday(position.options.todayIso, named), Number(days)),
  };
};

/** "the day after Friday", "am Tag vor dem 5. Mai", "le lendemain du 13 mars" */
export const dayBeside: DateRule = (position) => {
  const found = matchAt(position, '{=daysBeside}');
  const day = found && startOfOffset(movedBy(position, found.count));
  if (found === undefined || day === undefined) return undefined;
  const days = found.entry('daysBeside') === 'before' ? -1 : 1;
  return { ...day, count: found.count + day.count, value: addDays(day.value, days) };
};

/** "heute in einer Woche", "tomorrow in two weeks". */
export const dayAheadWithin: DateRule = (position) => {
  const ahead = dayAhead(position);
  if (ahead === undefined) return undefined;
  const later = matchAt(movedBy(position, ahead.count), within);
  if (later === undefined) return undefined;
  return { count: ahead.count + later.count, value: dateAfter(ahead.value, amountIn(later)) };
};

/** "2 weeks from now", "2 days after next Friday", "a week on Friday", "3 Tage vor dem 5. Mai". */
export const offset: DateRule = (position) => {
  const found = matchAt(position, `(?:(?<within>{within}) )?${amount} {=offsetLinks}`);
  if (found === undefined) return undefined;
  const moved = amountIn(found);
  const link = found.entry('offsetLinks');
  if (link === 'fromNow')
    return { count: found.count, value: dateAfter(position.options.todayIso, moved) };
  if (link === 'on' && (moved.unit !== 'week' || found.groups['within'])) return undefined;
  const day = startOfOffset(movedBy(position, found.count));
  if (day === undefined) return undefined;
  const move = link === 'before' ? dateBefore : dateAfter;
  const value = move(day.value, moved);
  // "two weeks before Tuesday" has passed, so it is not the next Tuesday that was meant.
  if (value < position.options.todayIso) return undefined;
  return { ...day, count: found.count + day.count, value };
};

/** The day that an offset counts from; `count` includes the articles before it. */
function startOfOffset(position: WordPosition): FoundDate | undefined {
  const articles = (matchAt(position, '(?:{articles,weekdayLeads} )*')?.count ?? 1) - 1;
  const rules = [dayAhead, weekday, spelledDay, isoDay, numericDay];
  const day = longestOf(rules, movedBy(position, articles));
  return day && { ...day, count: articles + day.count };
}

import { dateAt } from './date-rules.ts';
import { countsNothing } from './month-days.ts';
import { amount, times } from './how-often.ts';
import { matchAt } from './pattern.ts';
import { entryOf } from './vocabulary.ts';
import { movedBy } from './word-position.ts';
import type { WordPosition } from './word-position.ts';

const links = '(?:{repeatLinks.filler,repeatBounds.filler,articles} )*';

/** "for 2 hours", "30 minutes": how long it takes each time. */
const duration = `(?:{repeatSpans,repeatEnds} )?${amount} {repeatUnits.unclear}`;
/** "the 4th last day" */
const countedFromEnd = '(?<= \\d{1,2}(?:st|nd|rd|th) ){ordinals.last}';
const season = '(?:{seasonLeads} )+{seasons}';

/** What follows a recurrence and ends it, or limits it to some of its days. */
const limits = [
  // "until june", "bis Ostern", "pendant 5 jours"
  `(?:[-–—(] )?{repeatEnds,conditions}(?: [^ ]+)?(?: ${amount})?(?: {units})?`,
  // "for 10 days", "noch drei Wochen", "eine Woche lang"
  `(?:\\( )?${amount} (?:more )?{units}`,
  // "for the next 4 days", "les 5 prochains jours", "for a fortnight"
  `{repeatSpans} ${amount} (?:[^ ]+ )?{units,repeatUnits,weekdayPlurals}`,
  `(?:\\( )?${times}`,
  // "max 6", "6 maximum"
  `(?:{repeatSpans} ${amount}|${amount} {repeatSpans})${countsNothing}`,
  // "all summer", "im Sommer"
  season,
  // "every day next week", "every day in december"
  `${links}(?:{periods,presentPeriods}|(?:{monthLeads,monthParts,repeatBounds.start,repeatBounds.limit} ${links})?(?:d')?{months})`,
  // "each year around easter"
  '(?:[^ ]+ )?{feasts}',
  // "for the month"
  '{repeatSpans} {articles} {units}',
  // "not on sundays"
  `{repeatBounds.limit} ${links}{repeats,weekdayPlurals}`,
  // "weekly mon, wed", "wöchentlich am Di und Do"
  `${links}{weekdays,shortWeekdays}(?:(?:,| {rangeLinks}) {weekdays,shortWeekdays})+`,
  '(?<= {weekdays,shortWeekdays},? ){rangeLinks} {weekdays,shortWeekdays}',
  // "monthly on 15", "every month on the fifth", "monthly, 5th"
  `(?<= {units.month,repeats.month},? )${links}(?:{dayOrdinals}|\\d{1,2}(?:st|nd|rd|th|er)?)${countsNothing}`,
  countedFromEnd,
  // "in the first week of may"
  `{within} ${links}{ordinals,dayOrdinals}`,
  // "on the penultimate friday"
  `${links}(?:{within} )?{unclearOrdinals}(?: {weekdays,shortWeekdays})?`,
].join('|');

/** Number of words after a recurrence that end or limit it in a way that is not understood; 0 if none. */
export function limitsAfter(position: WordPosition): number {
  const lasts = matchAt(position, duration)?.count ?? 0;
  const count = limitsAt(movedBy(position, lasts));
  if (count === 0) return 0;
  return lasts + count;
}

function limitsAt(position: WordPosition): number {
  const found = matchAt(position, `(?:{repeatSpans} )?(?:${limits})`);
  if (found !== undefined) return found.count;
  const before = (matchAt(position, links)?.count ?? 1) - 1;
  if (isWeekdayRange(movedBy(position, before))) return before + 1;
  return limitsLater(position);
}

/** The same for an end that is some words after the recurrence: "daily 10 push-ups until Christmas", "while we travel". */
const limitsLater = (position: WordPosition): number =>
  matchAt(
    position,
    '(?:[^ ]+ ){1,6}(?:{conditions}|{repeatEnds} (?:{articles} )*' +
      '(?:{feasts,months,weekdays,daysAhead,periods}|\\d{1,2}(?:st|nd|rd|th|er|[.])? (?:{links} )?{months}))',
  )?.count ?? 0;

/** "tuesday-saturday", "Di-Sa" */
export function isWeekdayRange({ words, index, options }: WordPosition): boolean {
  const names = (words[index]?.key ?? '').split(/[-–]/);
  const isWeekday = (name: string) =>
    (entryOf(options.language, 'weekdays', name) ??
      entryOf(options.language, 'shortWeekdays', name)) !== undefined;
  return names.length === 2 && names.every(isWeekday);
}

/** What stands before a recurrence of any unit and limits it. */
const limitsBefore = [
  // "monday and wednesday every week"
  '(?<= {weekdays,shortWeekdays}(?:,| {rangeLinks}) {weekdays,shortWeekdays} )',
  // "start of each week", "first week of every month"
  '(?<= {ordinals,unclearOrdinals,dayOrdinals} (?:{repeatLinks.filler} )*' +
    '(?:{units,workdayUnits} (?:{repeatLinks.filler} )*)?)',
  // "5 Tage lang täglich"
  `(?<= ${amount} {units} {repeatSpans} )`,
  // "for 10 days every day", "les 5 prochains jours tous les jours"
  `(?<= {repeatSpans} ${amount} (?:[^ ]+ )?{units} )`,
  // "2 days before the end of every month"
  `(?<= ${amount} {units} (?:{offsetLinks} (?:[^ ]+ )?)?)`,
  // "the next 3 fridays", "les 5 prochains lundis"
  `(?<= {repeatSpans} ${amount} (?:[^ ]+ )?){repeats,weekdayPlurals}`,
  // "6 saturdays"
  `(?<= ${amount} ){weekdayPlurals}`,
  // "until june every saturday", "from june to august swim every saturday"
  '(?<= {repeatEnds,repeatBounds.start,repeatBounds.limit} (?:{repeatBounds.filler} )?{months} (?:[^ ]+ ){0,4})',
  // "until friday jog every day", "bis 5. Dezember jeden Tag"
  '(?<= {repeatEnds} (?:{articles,repeatBounds.filler} )*' +
    '(?:{weekdays,daysAhead,periods,feasts}|\\d{1,2}[^ ]* (?:{links} )?{months}) (?:[^ ]+ ){0,4})',
  countedFromEnd,
  // "all summer every saturday"
  `(?<= ${season} (?:[^ ]+ )?)`,
  // "a saturday every month"
  '(?<= {weekdays} )(?:{repeats.month}|{repeatStarts.every,repeatStarts.all} {units.month})',
  // "the last sunday in october every year"
  '(?<= {ordinals,dayOrdinals} {weekdays} (?:[^ ]+ ){1,2})',
  // "day 5 of every month"
  '(?<= {units.day} \\d{1,2} (?:{repeatLinks.filler} )*)',
].join('|');

/** True if the words before a recurrence limit it in a way that is not understood. "3 times daily" is every day. */
export function isLimitedBefore(position: WordPosition): boolean {
  if (matchAt(position, `(?:${limitsBefore})`) !== undefined) return true;
  if (matchAt(position, `(?:{repeats.day}|{repeatStarts.every} {units.day})`)) return false;
  return matchAt(position, `(?<= ${times} )`) !== undefined;
}

/** True for "abends" beside a date or a time: there it is a part of that day, and repeats nothing. */
export function isPartOfDay(position: WordPosition): boolean {
  if (matchAt(position, '{partsOfDay}') === undefined) return false;
  if (matchAt(position, '{partsOfDay} {weekdays,shortWeekdays}') !== undefined) return true;
  const isAfterDay = matchAt(
    position,
    '(?<=(?: {weekdays,shortWeekdays,daysAhead,periods,months,timeUnits}[.,]?| \\d[^ ]*) )[^ ]',
  );
  if (isAfterDay !== undefined) return true;
  const leads = (matchAt(movedBy(position, 1), '(?:{leads} )*')?.count ?? 1) - 1;
  return dateAt(movedBy(position, 1 + leads)) !== undefined;
}

/** "Und täglich grüßt das Murmeltier", "Read Tuesdays with Morrie": titles. "Read Tuesdays at 9" is none. */
export const isTitle = (position: WordPosition): boolean =>
  matchAt(position, '{repeats} {sentenceVerbs}') !== undefined ||
  isReadTitle(position) ||
  isNameInText(position);

/** "cancel Daily Telegraph" */
function isNameInText(position: WordPosition): boolean {
  const { words, index, options } = position;
  if (matchAt(position, '{repeats}') === undefined) return false;
  const [word, next] = words.slice(index, index + 2);
  const isInText = index > 0 && options.language !== 'de' && word?.tail === '';
  return isInText && word.hasCapital && next?.hasCapital === true;
}

const isReadTitle = (position: WordPosition): boolean =>
  position.words[position.index]?.hasCapital === true &&
  matchAt(
    position,
    '(?<= {nameLeads} ){weekdayPlurals} (?!{leads,timeLeads,rangeLinks,repeatBounds.start,repeatBounds.limit,repeatEnds})[a-z]',
  ) !== undefined;

/** "everyday" is an adjective before another word. */
export const isAdjective = (position: WordPosition): boolean =>
  matchAt(position, `{everyday}`) !== undefined &&
  matchAt(position, `{everyday}${countsNothing}`) === undefined;

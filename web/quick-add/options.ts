import type { Weekday } from '../dates/calendar.ts';
import type { Language } from '../words/language.ts';

export type QuickAddOptions = {
  readonly todayIso: string;
  readonly language: Language;
  /** Decides if 3/12 is a day of December or of March. */
  readonly locale: string;
  readonly firstDayOfWeek: Weekday;
};

/** The options for a language and its day formats. */
export const optionsOf = (
  {
    language,
    days,
  }: { language: Language; days: Pick<QuickAddOptions, 'locale' | 'firstDayOfWeek'> },
  todayIso: string,
): QuickAddOptions => ({
  todayIso,
  language,
  locale: days.locale,
  firstDayOfWeek: days.firstDayOfWeek,
});

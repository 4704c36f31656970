import type { DateWords } from './en/dates.ts';
import type { LaterDateWords } from './en/later-dates.ts';

/** The signs and words for dates and importance that every language of the page has (en/dates.ts). */
export const sharedDates: DateWords & LaterDateWords = {
  importances: { LOW: '1|!3', MEDIUM: '2|!2', HIGH: '3|!1' },
  rangeLinks: '-|–|—|&',
  repeatLinks: { filler: '&', unclear: '-|–' },
  repeatTimes: 'x',
  timeLeads: '@',
  otherDayLeads: 'dr|prof',
  numberLeads: 'version|release|v|level|python|node',
  measures: '[k/m]g|[k/c/m]m|[m]l|%|€|$',
};

import { firstDue } from '../dates/repeat.ts';
import { dates as german } from '../words/de/dates.ts';
import { laterDates as laterGerman } from '../words/de/later-dates.ts';
import { dates as english } from '../words/en/dates.ts';
import { laterDates as laterEnglish } from '../words/en/later-dates.ts';
import { dates as french } from '../words/fr/dates.ts';
import { laterDates as laterFrench } from '../words/fr/later-dates.ts';
import { ruleOfNewTask } from './last-day.ts';
import { addLater } from './loaded-later.ts';
import { otherDayAt } from './other-days.ts';
import { recurrenceReadingAt } from './recurrence-reading.ts';
import { isDoubtful, unclearDayAt } from './unclear-days.ts';
import { addLaterWords, addWords } from './vocabulary.ts';

// What imports its functions from this module reads in every language, and recurrences. The field for a new task begins with dates
// in the page's language (tasks/reader.ts).
addWords('en', english);
addWords('de', german);
addWords('fr', french);
addLaterWords('en', laterEnglish);
addLaterWords('de', laterGerman);
addLaterWords('fr', laterFrench);

addLater({
  recurrenceAt: recurrenceReadingAt,
  otherDayAt,
  isDoubtful,
  unclearDayAt,
  firstDue,
  ruleOfNewTask,
});

export { repeatIn } from './any-language.ts';
export { firstReadings } from './first-readings.ts';
export { datesIn, readEdit, readNewTask, readQuickAdd } from './read.ts';
export { suggest, suggestDates } from './suggest.ts';

import { firstDue } from '../dates/repeat.ts';
import { dates as german } from '../words/de/dates.ts';
import { dates as english } from '../words/en/dates.ts';
import type { DateWords } from '../words/en/dates.ts';
import { dates as french } from '../words/fr/dates.ts';
import { languages } from '../words/language.ts';
import type { Language } from '../words/language.ts';
import { ruleOfNewTask } from './last-day.ts';
import { addRecurrences } from './loaded-recurrences.ts';
import { recurrenceReadingAt } from './recurrence-reading.ts';
import { addWords } from './vocabulary.ts';

// What imports its functions from this module reads in every language, and recurrences. The field for a new task begins with dates
// in the page's language (tasks/reader.ts).
const words: Readonly<Record<Language, DateWords>> = { en: english, de: german, fr: french };
for (const language of languages) addWords(language, words[language]);

addRecurrences({ readAt: recurrenceReadingAt, firstDue, ruleOfNewTask });

export { repeatIn } from './any-language.ts';
export { firstReadings } from './first-readings.ts';
export { datesIn, readEdit, readNewTask, readQuickAdd } from './read.ts';
export { suggest, suggestDates } from './suggest.ts';

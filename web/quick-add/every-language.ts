import { dates as german } from '../words/de/dates.ts';
import type { DateWords } from '../words/en/dates.ts';
import { dates as french } from '../words/fr/dates.ts';
import { languages } from '../words/language.ts';
import type { Language } from '../words/language.ts';
import { addWords } from './vocabulary.ts';

// What imports its functions from this module reads in every language. The field for a new task begins with the page's language
// (tasks/reader.ts).
const words: Readonly<Record<Exclude<Language, 'en'>, DateWords>> = { de: german, fr: french };
for (const language of languages) if (language !== 'en') addWords(language, words[language]);

export { repeatIn } from './any-language.ts';
export { firstReadings } from './first-readings.ts';
export { datesIn, readEdit, readNewTask, readQuickAdd } from './read.ts';
export { suggest, suggestDates } from './suggest.ts';

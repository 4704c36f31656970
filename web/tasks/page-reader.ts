// All that reads dates, importance and state in the page's language, in one file, which the page loads after its first drawing (reader.ts).
export { firstReadings } from '../quick-add/first-readings.ts';
export { datesIn, readEdit, readNewTask } from '../quick-add/read.ts';
export { repeatIn } from '../quick-add/any-language.ts';
export { suggest, suggestDates } from '../quick-add/suggest.ts';
export { addWords } from '../quick-add/vocabulary.ts';

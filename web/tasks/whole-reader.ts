// All that reads the words of tasks, in every language and with recurrences, and what writes words, which the page loads later (reader.ts).
export {
  datesIn,
  firstReadings,
  readEdit,
  readNewTask,
  repeatIn,
  suggest,
  suggestDates,
} from '../quick-add/all-words.ts';
export { daysToCome } from '../quick-add/last-day.ts';
export { nextTasks, withoutRepeat } from './next-of-recurrence.ts';

import { countEnglish as count } from '../language.ts';

export const add = {
  title: 'Add a task',
  placeholder: 'What needs doing, and when?',
  shortPlaceholder: 'Add a task',
  button: 'Add',
  adding: (descriptions: string) => `Adding: ${descriptions}`,
  added: (description: string) => `Added: ${description}`,
  addedOn: (day: string, description: string) => `Added for ${day}: ${description}`,
  addedAll: (n: number) => `Added: ${count(n, 'task', 'tasks')}`,
  pasted: {
    title: 'Add each line as a task',
    add: (n: number) => `Add ${count(n, 'task', 'tasks')}`,
    faulty: (n: number) =>
      `${count(n, 'line cannot', 'lines cannot')} be added and will be left out.`,
    more: (n: number) =>
      `${count(n, 'more line is', 'more lines are')} left out. To add a longer list, import it from a file.`,
  },
  link: {
    title: 'Add this task?',
    text: 'A link or another app asked for it. Nothing is saved until you add it.',
  },
  read: 'Understood from your text',
  suggestions: 'Suggestions',
  keep: (words: string) => `Keep “${words}” as text`,
  repeats: 'repeats',
  repeatsUntil: (day: string) => `repeats until ${day}`,
  unclearRepeat: 'this repetition is not understood',
  unclearDay: 'not understood as a day',
  notes: { later_year: 'already past this year', in_the_past: 'in the past' },
};

import { countIn } from '../count.ts';

const count = countIn('en');

export const add = {
  title: 'Add a task',
  placeholder: 'What is to be done, and when?',
  button: 'Add',
  added: (description: string) => `Added: ${description}`,
  addedAll: (n: number) => `Added: ${count(n, 'task', 'tasks')}`,
  pasted: {
    title: 'Add each line as a task',
    add: (n: number) => `Add ${count(n, 'task', 'tasks')}`,
    faulty: (n: number) => `${count(n, 'line cannot', 'lines cannot')} be added and will be left out.`,
    more: (n: number) =>
      `${count(n, 'more line is', 'more lines are')} left out. Import takes longer lists from a file.`,
  },
  link: {
    title: 'Add this task?',
    text: 'A link or another app asks for it. Nothing is saved before you add it.',
  },
  read: 'Read from your words',
  suggestions: 'Completions',
  keep: (words: string) => `Keep “${words}” as words`,
  repeats: 'tasks do not repeat',
  notes: { later_year: 'over for this year', in_the_past: 'in the past' },
};

export const add = {
  title: 'Add a task',
  placeholder: 'What is to be done, and when?',
  button: 'Add',
  added: (description: string) => `Added: ${description}`,
  read: 'Read from your words',
  suggestions: 'Completions',
  keep: (words: string) => `Keep “${words}” as words`,
  repeats: 'tasks do not repeat: these words stay words',
  notes: { later_year: 'over for this year', in_the_past: 'in the past' },
};

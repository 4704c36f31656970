export const add = {
  title: 'Add a task',
  placeholder: 'What is to be done?',
  button: 'Add',
  added: (description: string) => `Added: ${description}`,
};

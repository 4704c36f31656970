import type { Words } from '../en.ts';

export const add: Words['add'] = {
  title: 'Ajouter une tâche',
  placeholder: 'Qu’y a-t-il à faire ?',
  button: 'Ajouter',
  added: (description) => `Ajouté : ${description}`,
};

import type { Words } from '../en.ts';

export const add: Words['add'] = {
  title: 'Ajouter une tâche',
  placeholder: 'Que faut-il faire, et pour quand ?',
  button: 'Ajouter',
  added: (description) => `Ajouté : ${description}`,
  read: 'Lu dans vos mots',
  suggestions: 'Propositions',
  keep: (words) => `Garder « ${words} » comme texte`,
  notes: { later_year: 'déjà passé cette année', in_the_past: 'dans le passé' },
};

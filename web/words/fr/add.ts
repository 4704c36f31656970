import type { Words } from '../en.ts';

export const add: Words['add'] = {
  title: 'Ajouter une tâche',
  placeholder: 'Que faut-il faire, et pour quand ?',
  button: 'Ajouter',
  added: (description) => `Ajoutée : ${description}`,
  read: 'Compris dans votre texte',
  suggestions: 'Suggestions',
  keep: (words) => `Garder « ${words} » comme texte`,
  repeats: 'les tâches ne se répètent pas : cela reste du texte',
  notes: { later_year: 'déjà passé cette année', in_the_past: 'dans le passé' },
};

import type { Words } from '../en.ts';
import { countFrench as count } from '../language.ts';

export const add: Words['add'] = {
  title: 'Ajouter une tâche',
  placeholder: 'Que faut-il faire, et pour quand ?',
  shortPlaceholder: 'Nouvelle tâche',
  button: 'Ajouter',
  adding: (descriptions) => `Ajout en cours : ${descriptions}`,
  added: (description) => `Ajoutée : ${description}`,
  addedOn: (day, description) => `Ajoutée pour le ${day} : ${description}`,
  addedAll: (n) => count(n, 'tâche ajoutée', 'tâches ajoutées'),
  pasted: {
    title: 'Ajouter chaque ligne comme tâche',
    add: (n) => `Ajouter ${count(n, 'tâche', 'tâches')}`,
    faulty: (n) =>
      `${count(n, 'ligne ne peut', 'lignes ne peuvent')} pas être ${n === 1 ? 'ajoutée' : 'ajoutées'}.`,
    more: (n) =>
      `${count(n, 'autre ligne est laissée', 'autres lignes sont laissées')} de côté. Pour ajouter une liste plus longue, importez-la d’un fichier.`,
  },
  link: {
    title: 'Ajouter cette tâche ?',
    text: 'Un lien ou une autre application le demande. Rien n’est enregistré tant que vous ne l’ajoutez pas.',
  },
  read: 'Compris dans votre texte',
  suggestions: 'Suggestions',
  keep: (words) => `Garder « ${words} » comme texte`,
  repeats: 'se répète',
  repeatsUntil: (day) => `se répète jusqu’au ${day}`,
  unclearRepeat: 'cette répétition n’est pas comprise',
  unclearDay: 'n’est pas compris comme un jour',
  notes: { later_year: 'déjà passé cette année', in_the_past: 'dans le passé' },
};

import type { Words } from '../en.ts';
import { countFrench as count } from '../language.ts';

export const views: Words['views'] = {
  label: 'Vue',
  names: { list: 'Liste', board: 'Tableau', month: 'Mois', plan: 'Plan' },
  previousMonth: 'Mois précédent',
  nextMonth: 'Mois suivant',
  previousWeek: 'Semaine précédente',
  nextWeek: 'Semaine suivante',
  addHere: 'Ajouter une tâche pour ce jour',
  week: { print: 'Imprimer la semaine' },
  plan: {
    title: 'Planifier la journée',
    open: 'Planifier',
    load: (n, most) => (n > most ? `${n}, plein` : `${n} sur ${most}`),
    later: 'Semaine prochaine',
    week: 'Les prochains jours',
    nothing: 'Rien à planifier',
    planned: (n) => (n === 1 ? '1 tâche planifiée' : `${n} tâches planifiées`),
    undoAll: 'Tout annuler',
    keys: 'Les touches 4 à 7 placent la tâche, comme partout, à aujourd’hui, à demain, au week-end ou à la semaine prochaine. E la termine, Suppr la supprime, J passe à la suivante sans la placer.',
  },
  repeats: (n) => count(n, 'répétition', 'répétitions'),
  repeatsHere: 'se répète ici',
  columnEmpty: 'Rien ici.',
  boardKeys:
    'Faites glisser une tâche vers une autre colonne, ou appuyez sur Maj et une flèche. Les flèches seules passent d’une tâche à l’autre.',
  more: (n) => `+ ${count(n, 'autre', 'autres')}`,
  monthKeys:
    'Les flèches passent d’un jour à l’autre et d’une tâche à l’autre. Faites glisser une tâche vers un autre jour, ou appuyez sur Maj et une flèche. Entrée sur un jour y ajoute une tâche.',
};

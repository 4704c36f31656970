import type { Words } from '../en.ts';

export const overdue: Words['overdue'] = {
  allToToday: 'Tout pour aujourd’hui',
  spread: 'Répartir',
  aDay: (most) => `, ${most} par jour`,
  spreadUntil: (most, day) => `${most} par jour jusqu’au ${day}`,
  keysHint:
    'Après le report, la fin ou la suppression d’une tâche en retard, la suivante a le focus. Tant qu’aucune ne l’a, c’est la première qui est reportée ou terminée.',
};

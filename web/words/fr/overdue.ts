import type { Words } from '../en.ts';

export const overdue: Words['overdue'] = {
  allToToday: 'Tout pour aujourd’hui',
  spread: 'Répartir',
  fiveADay: ', cinq par jour',
  spreadUntil: (day) => `cinq par jour jusqu’au ${day}`,
  keysHint:
    'Une touche suffit : reporter, terminer ou supprimer une tâche en retard mène à la suivante. La première se reporte ou se termine sans le focus.',
};

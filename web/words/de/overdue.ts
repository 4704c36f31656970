import type { Words } from '../en.ts';

export const overdue: Words['overdue'] = {
  allToToday: 'Alle auf heute',
  spread: 'Verteilen',
  aDay: (most) => `, ${most} am Tag`,
  spreadUntil: (most, day) => `${most} am Tag bis ${day}`,
  keysHint:
    'Nach dem Verschieben, Erledigen oder Löschen einer überfälligen Aufgabe hat die nächste den Fokus. Solange keine ihn hat, wird die erste verschoben oder erledigt.',
};

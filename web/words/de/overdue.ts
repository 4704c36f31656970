import type { Words } from '../en.ts';

export const overdue: Words['overdue'] = {
  allToToday: 'Alle auf heute',
  spread: 'Verteilen',
  fiveADay: ', fünf am Tag',
  spreadUntil: (day) => `fünf am Tag bis ${day}`,
  keysHint:
    'Eine Taste genügt: Was eine überfällige Aufgabe verschiebt, erledigt oder löscht, führt zur nächsten. Die erste lässt sich ohne Fokus verschieben oder erledigen.',
};

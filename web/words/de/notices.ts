import { countIn } from '../count.ts';
import type { Words } from '../en.ts';

const count = countIn('de');

export const toast: Words['toast'] = {
  title: 'Hinweise',
  deleted: (description) => `Gelöscht: ${description}`,
  undo: 'Rückgängig',
  restored: (description) => `Wiederhergestellt: ${description}`,
  draftRestored: 'Dein Entwurf steht wieder dort, wo du ihn gelassen hast.',
  dismiss: 'Ausblenden',
  deletedAll: (n) => `${count(n, 'Aufgabe', 'Aufgaben')} gelöscht`,
  undone: 'Rückgängig gemacht',
  undoneAll: (n) => `${count(n, 'Änderung', 'Änderungen')} rückgängig gemacht`,
  nothingToUndo: 'Es gibt nichts rückgängig zu machen.',
  tooLate: 'Das lässt sich nicht mehr rückgängig machen: Die Aufgabe ist weg.',
};

export const offline: Words['offline'] = {
  copy: (time) => `Keine Verbindung. Stand der Kopie: ${time}.`,
  writes: 'Änderungen warten hier, bis die Verbindung wieder da ist.',
  unkept:
    'Lass diese Seite offen, bis sie wieder da ist: Dieses Gerät kann deine Änderungen nicht aufbewahren.',
  full: 'Hier warten so viele Änderungen, wie dieses Gerät aufbewahren kann. Weitere sind möglich, wenn die Verbindung wieder da ist.',
  readOnly: 'Bis die Seite neu geladen ist, lässt sich nichts ändern.',
  newVersion: 'Es gibt eine neuere Version dieser Seite.',
  update: 'Neu laden',
};

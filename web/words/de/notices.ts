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
};

export const offer: Words['offer'] = {
  title: (n) => `${count(n, 'Änderung wurde', 'Änderungen wurden')} letztes Mal nicht gespeichert`,
  save: 'Jetzt speichern',
  discard: 'Verwerfen',
};

export const offline: Words['offline'] = {
  copy: (time) => `Keine Verbindung. Das ist die Kopie von ${time}.`,
  writes: 'Änderungen warten hier, bis sie wieder da ist.',
};

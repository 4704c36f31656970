import { countIn } from '../language.ts';
import type { Words } from '../en.ts';

const count = countIn('de');

export const leaving: Words['leaving'] = {
  text: 'Das gibt es nur auf diesem Gerät, und beim Abmelden geht es verloren:',
  changes: (n) => count(n, 'ungespeicherte Änderung', 'ungespeicherte Änderungen'),
  drafts: (n) => count(n, 'Entwurf', 'Entwürfe'),
  filters: (n) => count(n, 'gespeicherter Filter', 'gespeicherte Filter'),
  stay: 'Angemeldet bleiben',
  discard: 'Verwerfen und abmelden',
};

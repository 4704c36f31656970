import { countIn } from '../language.ts';
import type { Words } from '../en.ts';

const count = countIn('de');

export const queue: Words['queue'] = {
  underWay: (n) => `${count(n, 'Änderung wird', 'Änderungen werden')} gespeichert`,
  refused: (n) => `${count(n, 'Änderung konnte', 'Änderungen konnten')} nicht gespeichert werden.`,
  undecided: (n) => `${count(n, 'Änderung braucht', 'Änderungen brauchen')} deine Entscheidung.`,
  show: 'Anzeigen',
  retryAll: 'Alle erneut versuchen',
};

import { countIn } from '../language.ts';
import type { Words } from '../en.ts';

const count = countIn('fr');

export const queue: Words['queue'] = {
  underWay: (n) => `Enregistrement de ${count(n, 'modification', 'modifications')}`,
  refused: (n) =>
    `${count(n, 'modification n’a pas pu être enregistrée', 'modifications n’ont pas pu être enregistrées')}.`,
  undecided: (n) => `${count(n, 'modification attend', 'modifications attendent')} votre décision.`,
  show: 'Afficher',
  retryAll: 'Tout réessayer',
};

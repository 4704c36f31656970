import { countIn } from '../language.ts';
import type { Words } from '../en.ts';

const count = countIn('fr');

export const leaving: Words['leaving'] = {
  text: 'Ceci n’existe que sur cet appareil et sera perdu à la déconnexion :',
  changes: (n) => count(n, 'modification non enregistrée', 'modifications non enregistrées'),
  drafts: (n) => count(n, 'brouillon', 'brouillons'),
  filters: (n) => count(n, 'filtre enregistré', 'filtres enregistrés'),
  stay: 'Ne pas se déconnecter',
  discard: 'Abandonner et se déconnecter',
};

import { countIn } from '../count.ts';
import type { Words } from '../en.ts';

const count = countIn('fr');

export const toast: Words['toast'] = {
  title: 'Avis',
  deleted: (description) => `Supprimé : ${description}`,
  undo: 'Annuler',
  restored: (description) => `Rétabli : ${description}`,
  draftRestored: 'Votre brouillon est là où vous l’aviez laissé.',
  dismiss: 'Masquer',
};

export const offer: Words['offer'] = {
  title: (n) =>
    `${count(n, 'modification n’a pas été enregistrée', 'modifications n’ont pas été enregistrées')} la dernière fois`,
  save: 'Enregistrer maintenant',
  discard: 'Abandonner',
};

export const offline: Words['offline'] = {
  copy: (time) => `Pas de connexion. Voici la copie de ${time}.`,
  writes: 'Les modifications attendent ici son retour.',
};

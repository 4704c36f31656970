import type { Words } from '../en.ts';

export const name = 'Dueline';
export const retry = 'Réessayer';
export const reload = 'Recharger';
export const close = 'Fermer';
export const cancel = 'Annuler';

export const fault: Words['fault'] = {
  offline: { title: 'Le service est injoignable', text: 'Vérifiez la connexion, puis réessayez.' },
  refused: {
    title: 'Le service n’a pas pu répondre',
    text: 'Un problème est survenu de notre côté. Réessayez dans un instant.',
  },
  mismatch: {
    title: 'Cette page ne comprend pas la réponse du service',
    text: 'La page est peut-être périmée.',
  },
  details: (request, schema, path) => `${request} n’est pas un ${schema} à ${path}`,
  requestId: (id) => `Requête ${id}`,
};

export const crash: Words['crash'] = {
  title: 'Cette page s’est arrêtée',
  text: 'Vos brouillons sont conservés. Rechargez la page ; si cela se reproduit, copiez le diagnostic et envoyez-le à la personne qui gère ce service.',
  copy: 'Copier le diagnostic',
  copied: 'Copié',
};

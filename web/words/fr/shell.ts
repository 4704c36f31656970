import type { Words } from '../en.ts';

type Shell = Pick<Words, 'name' | 'retry' | 'reload' | 'close' | 'cancel' | 'fault' | 'crash'>;

export const shell: Shell = {
  name: 'Dueline',
  retry: 'Réessayer',
  reload: 'Recharger',
  close: 'Fermer',
  cancel: 'Annuler',
  fault: {
    offline: { title: 'Le service est injoignable', text: 'Vérifiez la connexion, puis réessayez.' },
    refused: {
      title: 'Le service n’a pas pu répondre',
      text: 'Vous n’y êtes pour rien. Réessayez dans un instant.',
    },
    mismatch: {
      title: 'Le serveur a répondu sous une forme que cette page ne connaît pas',
      text: 'La page est peut-être plus ancienne que le service. Rechargez-la ; ce que vous voyez reste lisible.',
    },
    details: (request, schema, path) => `${request} n’est pas un ${schema} à ${path}`,
    requestId: (id) => `Requête ${id}`,
  },
  crash: {
    title: 'Cette page s’est arrêtée',
    text: 'Vos brouillons sont conservés. Rechargez la page ; si cela se reproduit, copiez le diagnostic et envoyez-le à la personne qui gère ce service.',
    copy: 'Copier le diagnostic',
    copied: 'Copié',
  },
};

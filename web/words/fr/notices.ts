import { countIn } from '../count.ts';
import type { Words } from '../en.ts';

const count = countIn('fr');

export const toast: Words['toast'] = {
  title: 'Notifications',
  deleted: (description) => `Supprimée : ${description}`,
  undo: 'Annuler',
  restored: (description) => `Rétablie : ${description}`,
  draftRestored: 'Votre brouillon est là où vous l’aviez laissé.',
  dismiss: 'Masquer',
  deletedAll: (n) => count(n, 'tâche supprimée', 'tâches supprimées'),
  undone: 'Annulé',
  undoneAll: (n) => count(n, 'modification annulée', 'modifications annulées'),
  nothingToUndo: 'Il n’y a rien à annuler.',
  tooLate: 'Impossible d’annuler : la tâche n’existe plus.',
};

export const offline: Words['offline'] = {
  copy: (time) => `Pas de connexion. Dernière copie : ${time}.`,
  writes: 'Les modifications attendent ici le retour de la connexion.',
  unkept:
    'Laissez cette page ouverte jusqu’à son retour : cet appareil ne peut pas conserver vos modifications.',
  full: 'Cet appareil ne peut pas conserver plus de modifications en attente. Vous pourrez en faire d’autres au retour de la connexion.',
  readOnly: 'Rien ne peut être modifié tant que la page n’est pas rechargée.',
  newVersion: 'Il existe une version plus récente de cette page.',
  update: 'Recharger',
};

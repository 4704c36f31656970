import type { Words } from '../en.ts';
import { countFrench as count } from '../language.ts';

export const toast: Words['toast'] = {
  title: 'Notifications',
  deleted: (description) => `Supprimée : ${description}`,
  undo: 'Annuler',
  restored: (description) => `Rétablie : ${description}`,
  draftRestored: 'Votre texte non enregistré est toujours là.',
  movedTo: (day) => `Déplacée au ${day}`,
  dismiss: 'Masquer',
  deletedAll: (n) => count(n, 'tâche supprimée', 'tâches supprimées'),
  undone: 'Annulé',
  undoneAll: (n) => count(n, 'modification annulée', 'modifications annulées'),
  nothingToUndo: 'Il n’y a rien à annuler.',
  redone: 'Rétabli',
  nothingToRedo: 'Il n’y a rien à rétablir.',
  tooLate: 'Impossible d’annuler : la tâche a été supprimée.',
};

export const offline: Words['offline'] = {
  copy: (time) => `Hors ligne. Liste affichée : ${time}.`,
  writes: 'Les modifications attendent ici que vous soyez de nouveau en ligne.',
  unkept:
    'Gardez cette page ouverte jusqu’au retour de la connexion : cet appareil ne peut pas conserver vos modifications.',
  untilOnline: (what) => `Gardée sur cet appareil jusqu’au retour de la connexion : ${what}`,
  untilSignIn: (what) => `Gardée sur cet appareil jusqu’à votre connexion : ${what}`,
  full: 'Plus de place pour d’autres modifications hors ligne. Reconnectez-vous au réseau pour continuer.',
  readOnly: 'Rechargez la page pour faire des modifications.',
  partMissing:
    'Une partie de cette page n’a pas pu être chargée. Rechargez la page : votre texte est conservé.',
  newVersion: 'Une nouvelle version de cette page est disponible.',
  update: 'Recharger',
};

export const queue: Words['queue'] = {
  underWay: (n) => `Enregistrement de ${count(n, 'modification', 'modifications')}`,
  refused: (n) =>
    `${count(n, 'modification n’a pas pu être enregistrée', 'modifications n’ont pas pu être enregistrées')}.`,
  undecided: (n) => `${count(n, 'modification attend', 'modifications attendent')} votre décision.`,
  show: 'Afficher',
  retryAll: 'Tout réessayer',
};

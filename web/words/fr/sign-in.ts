import type { Words } from '../en.ts';
import { countFrench as count } from '../language.ts';

export const signIn: Words['signIn'] = {
  title: 'Se connecter',
  sentence: 'Vos tâches, chacune sous le jour de son échéance.',
  continueWith: (label) => `Continuer avec ${label}`,
  at: (host) => `La connexion se fait chez ${host}. Dueline ne voit pas votre mot de passe.`,
  here: 'Ce service de connexion tourne sur cette machine, pour essayer Dueline.',
  ended: {
    title: 'Votre session est terminée',
    text: 'Reconnectez-vous pour continuer. Ce que vous aviez écrit ou modifié est conservé sur cet appareil.',
  },
  cancelled: {
    title: 'La connexion a été annulée',
    text: 'Rien n’a changé. Vous pouvez réessayer quand vous voulez.',
  },
  failed: {
    title: 'La connexion n’a pas abouti',
    text: 'Elle a pris trop de temps, ou la réponse du fournisseur était inutilisable. Veuillez réessayer.',
  },
  later: {
    title: 'La connexion est momentanément impossible',
    text: 'Le fournisseur a changé ses clés et n’a pas encore publié la nouvelle. Veuillez réessayer dans un instant.',
  },
  notConfigured: {
    title: 'La connexion n’est pas configurée',
    text: 'La personne qui gère ce service doit définir un identifiant client et un secret client pour le fournisseur du profil, et activer l’authentification.',
  },
  unreachable: {
    title: 'Les options de connexion n’ont pas pu être chargées',
    text: 'Le service était injoignable ou n’a pas répondu correctement.',
  },
  asking: 'Chargement des options de connexion',
};

export const account: Words['account'] = {
  menu: (name) => `Compte : ${name}`,
  signOut: 'Se déconnecter',
  settings: 'Réglages',
  language: 'Langue',
  exchange: 'Exporter et importer',
  isHereNow: (name) => `C’est maintenant la session de ${name}.`,
  leaving: {
    title: 'La session est fermée sur cet appareil',
    text: 'Il ne reste ici aucune de vos données. Le service était injoignable ; il en sera informé dès que possible, avant toute nouvelle connexion.',
  },
};

export const leaving: Words['leaving'] = {
  text: 'Ceci n’existe que sur cet appareil et sera perdu à la déconnexion :',
  changes: (n) => count(n, 'modification non enregistrée', 'modifications non enregistrées'),
  drafts: (n) => count(n, 'brouillon', 'brouillons'),
  filters: (n) => count(n, 'filtre enregistré', 'filtres enregistrés'),
  stay: 'Ne pas se déconnecter',
  discard: 'Abandonner et se déconnecter',
};

export const unrenewed: Words['unrenewed'] = {
  title: 'Votre connexion ne peut pas être renouvelée',
  text: 'Le fournisseur ne la renouvelle pas pour le moment. Reconnectez-vous, ou réessayez plus tard.',
  kept: 'Vous pouvez toujours lire vos tâches, et les modifications attendent ici.',
  signIn: 'Se reconnecter',
};

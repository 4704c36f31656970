import type { Words } from '../en.ts';

export const signIn: Words['signIn'] = {
  title: 'Se connecter',
  sentence: 'Des tâches tenues comme un journal : une ligne chacune, sous sa date.',
  continueWith: (label) => `Continuer avec ${label}`,
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
    text: 'La réponse du fournisseur était inutilisable. Veuillez réessayer.',
  },
  notConfigured: {
    title: 'La connexion n’est pas configurée',
    text: 'La personne qui gère ce service doit donner au fournisseur du profil un identifiant client et un secret client, et activer l’authentification.',
  },
  unreachable: {
    title: 'Les options de connexion n’ont pas pu être chargées',
    text: 'Le service était injoignable ou n’a pas répondu correctement.',
  },
  asking: 'Chargement des options de connexion',
};

export const refused: Words['refused'] = {
  email_missing: {
    title: 'Votre compte n’a transmis aucune adresse e-mail',
    text: 'Les tâches appartiennent à une adresse e-mail. Autorisez le fournisseur à transmettre la vôtre, puis reconnectez-vous.',
  },
  email_invalid: {
    title: 'L’adresse e-mail de votre compte est inutilisable',
    text: 'Elle est incomplète ou trop longue. Changez-la chez le fournisseur, puis reconnectez-vous.',
  },
  email_unverified: {
    title: 'Votre adresse e-mail n’est pas vérifiée',
    text: 'Confirmez-la chez le fournisseur, puis reconnectez-vous.',
  },
  email_not_allowed: {
    title: 'Cette adresse e-mail n’a pas accès à ce service',
    text: 'La personne qui gère ce service décide des adresses admises. Déconnectez-vous et choisissez un autre compte, ou demandez-lui l’accès.',
  },
  other: {
    title: 'Ce compte n’a pas accès au service',
    text: 'Déconnectez-vous et choisissez un autre compte.',
  },
};

export const account: Words['account'] = {
  menu: (name) => `Compte : ${name}`,
  signOut: 'Se déconnecter',
  exchange: 'Exporter et importer',
};

import type { Words } from '../en.ts';

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
  group_not_allowed: {
    title: 'Ce compte n’appartient à aucun groupe autorisé',
    text: 'La personne qui gère ce service décide des groupes admis. Demandez-lui à en rejoindre un, ou déconnectez-vous et choisissez un autre compte.',
  },
  email_blocked: {
    title: 'Cette adresse e-mail est bloquée',
    text: 'La personne qui gère ce service l’a bloquée. Vos tâches sont conservées. Déconnectez-vous et choisissez un autre compte, ou adressez-vous à elle.',
  },
  other: {
    title: 'Ce compte n’a pas accès au service',
    text: 'Déconnectez-vous et choisissez un autre compte.',
  },
};

import type { Words } from '../en.ts';

export const unrenewed: Words['unrenewed'] = {
  title: 'Votre connexion ne peut pas être renouvelée',
  text: 'Le fournisseur ne la renouvelle pas pour le moment. Reconnectez-vous, ou réessayez plus tard.',
  kept: 'Vous pouvez toujours lire vos tâches, et les modifications attendent ici.',
  signIn: 'Se reconnecter',
};

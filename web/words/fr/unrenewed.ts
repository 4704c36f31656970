import type { Words } from '../en.ts';

export const unrenewed: Words['unrenewed'] = {
  title: 'Votre connexion ne peut pas être renouvelée',
  text: 'Le fournisseur ne la renouvelle pas pour le moment. Reconnectez-vous, ou réessayez plus tard.',
  kept: 'Ce que vous voyez reste lisible, et ce que vous écrivez attend ici.',
  signIn: 'Se reconnecter',
};

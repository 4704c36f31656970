import type { Words } from '../en.ts';

export const views: Words['views'] = {
  label: 'Vue',
  names: { list: 'Liste', board: 'Tableau', month: 'Mois' },
};

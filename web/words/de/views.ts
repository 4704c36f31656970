import type { Words } from '../en.ts';

export const views: Words['views'] = {
  label: 'Ansicht',
  names: { list: 'Liste', board: 'Tafel', month: 'Monat' },
};

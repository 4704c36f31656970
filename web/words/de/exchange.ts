import type { Words } from '../en.ts';

export const exchange: Words['exchange'] = {
  title: 'Export und Import',
  open: 'Export und Import',
};

import type { Words } from '../en.ts';

export const exchange: Words['exchange'] = {
  title: 'Export et import',
  open: 'Export et import',
};

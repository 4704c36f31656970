import type { Words } from '../en.ts';

export const commands: Words['commands'] = {
  palette: 'Befehle',
  keys: 'Tasten',
};

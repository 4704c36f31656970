import type { Words } from '../en.ts';

export const add: Words['add'] = {
  title: 'Aufgabe hinzufügen',
  placeholder: 'Was ist zu tun?',
  button: 'Hinzufügen',
  added: (description) => `Hinzugefügt: ${description}`,
};

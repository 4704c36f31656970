import type { Words } from '../en.ts';

export const unrenewed: Words['unrenewed'] = {
  title: 'Deine Anmeldung lässt sich nicht verlängern',
  text: 'Der Anbieter verlängert sie im Moment nicht. Melde dich neu an oder versuche es später noch einmal.',
  kept: 'Du kannst deine Aufgaben weiter lesen, und Änderungen warten hier.',
  signIn: 'Neu anmelden',
};

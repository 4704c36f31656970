import type { Words } from '../en.ts';

export const add: Words['add'] = {
  title: 'Aufgabe hinzufügen',
  placeholder: 'Was ist zu tun, und bis wann?',
  button: 'Hinzufügen',
  added: (description) => `Hinzugefügt: ${description}`,
  read: 'Aus deinen Worten gelesen',
  suggestions: 'Vorschläge',
  keep: (words) => `„${words}“ als Text behalten`,
  repeats: 'Aufgaben wiederholen sich nicht: das bleibt Text',
  notes: { later_year: 'dieses Jahr schon vorbei', in_the_past: 'liegt in der Vergangenheit' },
};

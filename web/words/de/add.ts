import type { Words } from '../en.ts';
import { countGerman as count } from '../language.ts';

export const add: Words['add'] = {
  title: 'Aufgabe hinzufügen',
  placeholder: 'Was ist zu tun, und bis wann?',
  shortPlaceholder: 'Neue Aufgabe',
  button: 'Hinzufügen',
  adding: (descriptions) => `Wird hinzugefügt: ${descriptions}`,
  added: (description) => `Hinzugefügt: ${description}`,
  addedOn: (day, description) => `Hinzugefügt für ${day}: ${description}`,
  addedAll: (n) => `Hinzugefügt: ${count(n, 'Aufgabe', 'Aufgaben')}`,
  pasted: {
    title: 'Jede Zeile als Aufgabe hinzufügen',
    add: (n) => `${count(n, 'Aufgabe', 'Aufgaben')} hinzufügen`,
    faulty: (n) =>
      `${count(n, 'Zeile kann', 'Zeilen können')} nicht hinzugefügt werden und ${n === 1 ? 'bleibt' : 'bleiben'} weg.`,
    more: (n) =>
      `${count(n, 'weitere Zeile bleibt', 'weitere Zeilen bleiben')} weg. Längere Listen kannst du aus einer Datei importieren.`,
  },
  link: {
    title: 'Diese Aufgabe hinzufügen?',
    text: 'Ein Link oder eine andere App bittet darum. Gespeichert wird erst, wenn du sie hinzufügst.',
  },
  read: 'Aus deinem Text erkannt',
  suggestions: 'Vorschläge',
  keep: (words) => `„${words}“ als Text behalten`,
  repeats: 'wiederholt sich',
  repeatsUntil: (day) => `wiederholt sich bis ${day}`,
  unclearRepeat: 'diese Wiederholung wird nicht verstanden',
  unclearDay: 'wird nicht als Tag verstanden',
  notes: { later_year: 'dieses Jahr schon vorbei', in_the_past: 'liegt in der Vergangenheit' },
};

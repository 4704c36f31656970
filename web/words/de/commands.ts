import type { Words } from '../en.ts';
import { countGerman as count } from '../language.ts';

export const commands: Words['commands'] = {
  palette: 'Befehle',
  hint: 'Befehl oder Teil einer Aufgabe',
  keys: 'Tastenkürzel',
  many: (n, what) => `${what}: ${count(n, 'Aufgabe', 'Aufgaben')}`,
  nudged: (days) =>
    days > 0 ? `${count(days, 'Tag', 'Tage')} später` : `${count(-days, 'Tag', 'Tage')} früher`,
};

export const search: Words['search'] = {
  open: 'Suchen und filtern',
  label: 'Aufgaben durchsuchen',
  placeholder: 'Suchen',
  clear: 'Suche leeren',
  filter: 'Filter',
  filterAndOrder: 'Filter und Sortierung',
  filtered: 'aktiv',
  sorted: 'sortiert',
  kept: 'Gespeicherte Filter',
  name: 'Name dieses Filters',
  keep: 'Speichern',
  replace: 'Ersetzen',
  noTag: 'ohne Tag',
  tags: 'Tags',
  forget: (name) => `„${name}“ löschen`,
  due: 'Fällig',
  spans: {
    any: 'Beliebig',
    overdue: 'Überfällig',
    today: 'Heute',
    week: 'Diese Woche',
    later: 'Später',
  },
  order: 'Sortieren nach',
  orders: { date: 'Datum', importance: 'Wichtigkeit', state: 'Status', name: 'Name' },
  quoted: (text) => `„${text}“`,
  found: (n) => (n === 0 ? 'Nichts gefunden' : `${count(n, 'Aufgabe', 'Aufgaben')} gefunden`),
  none: { title: 'Keine passenden Aufgaben', text: (what) => `Gesucht: ${what}.` },
  showAll: 'Alle Aufgaben anzeigen',
};

export const selection: Words['selection'] = {
  begin: 'Auswählen',
  label: 'Auswahl',
  selected: (n) => (n === 0 ? 'Nichts ausgewählt' : count(n, 'ausgewählt', 'ausgewählt')),
  all: 'Alle auswählen',
  reschedule: 'Verschieben',
  done: 'Erledigt',
  more: 'Mehr',
  remove: 'Löschen',
  end: 'Auswahl beenden',
};

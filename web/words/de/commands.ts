import { countIn } from '../count.ts';
import type { Words } from '../en.ts';

const count = countIn('de');

export const commands: Words['commands'] = {
  palette: 'Befehle',
  paletteHint: 'Befehl oder Worte einer Aufgabe',
  nothing: 'Nichts mit diesem Namen',
  keys: 'Tasten',
  keysOff: 'Einzelne Tasten sind ausgeschaltet. Solche mit Strg oder ⌘, die Pfeile und F6 wirken trotzdem.',
  followedBy: 'dann',
  or: 'oder',
  many: (n, what) => `${count(n, 'Aufgabe', 'Aufgaben')}: ${what}`,
  nudged: (days) =>
    days > 0 ? `${count(days, 'Tag', 'Tage')} später` : `${count(-days, 'Tag', 'Tage')} früher`,
  sections: { page: 'Auf der Seite', line: 'Auf einer Zeile oder allen ausgewählten', views: 'Ansichten' },
  names: {
    add: 'Aufgabe hinzufügen',
    search: 'Suchen',
    palette: 'Alle Befehle',
    next: 'Nächste Zeile',
    previous: 'Zeile davor',
    edit: 'Bearbeiten',
    select: 'Auswählen',
    reachNext: 'Auswahl bis zur nächsten Zeile',
    reachPrevious: 'Auswahl bis zur Zeile davor',
    end: 'Auswahl beenden',
    done: 'Erledigt oder wieder offen',
    working: 'In Arbeit',
    todo: 'Offen',
    low: 'Wichtigkeit niedrig',
    medium: 'Wichtigkeit mittel',
    high: 'Wichtigkeit hoch',
    date: 'Datum ändern',
    dayEarlier: 'Einen Tag früher',
    dayLater: 'Einen Tag später',
    weekEarlier: 'Eine Woche früher',
    weekLater: 'Eine Woche später',
    remove: 'Löschen',
    undo: 'Rückgängig',
    list: 'Liste',
    board: 'Tafel',
    month: 'Monat',
    region: 'Nächster Teil der Seite',
    help: 'Tasten',
  },
  keyNames: {
    ArrowDown: '↓',
    ArrowUp: '↑',
    Space: 'Leertaste',
    Enter: 'Eingabe',
    Escape: 'Esc',
    Delete: 'Entf',
    Backspace: 'Rücktaste',
    Shift: 'Umschalt',
    Mod: 'Strg',
  },
};

export const search: Words['search'] = {
  label: 'Aufgaben durchsuchen',
  placeholder: 'Suchen',
  clear: 'Suche leeren',
  filter: 'Filter',
  filterAndOrder: 'Filter und Reihenfolge',
  filtered: 'gefiltert',
  due: 'Fällig',
  spans: {
    any: 'Jederzeit',
    overdue: 'Überfällig',
    today: 'Heute',
    week: 'Diese Woche',
    later: 'Später',
  },
  order: 'Geordnet nach',
  orders: { date: 'Datum', importance: 'Wichtigkeit', state: 'Stand', name: 'Name' },
  found: (n) => (n === 0 ? 'Nichts gefunden' : `${count(n, 'Aufgabe', 'Aufgaben')} gefunden`),
  none: { title: 'Keine solche Zeile', text: (what) => `Gesucht war: ${what}.` },
  showAll: 'Alle Aufgaben zeigen',
};

export const selection: Words['selection'] = {
  begin: 'Auswählen',
  label: 'Auswahl',
  selected: (n) => (n === 0 ? 'Nichts ausgewählt' : `${n} ausgewählt`),
  all: 'Alle auswählen',
  reschedule: 'Verschieben',
  done: 'Erledigt',
  more: 'Mehr',
  remove: 'Löschen',
  end: 'Auswahl beenden',
};

export const date: Words['date'] = {
  title: (n) => (n === 1 ? 'Datum ändern' : `${count(n, 'Aufgabe', 'Aufgaben')} verschieben`),
  words: 'Neues Datum, in Worten',
  wordsHint: 'Freitag, 3. Dez., in zwei Wochen',
  choices: 'Tage',
  day: 'Oder wähle einen Tag',
  set: 'Setzen',
  names: {
    today: 'Heute',
    tomorrow: 'Morgen',
    weekend: 'Am Wochenende',
    nextWeek: 'Nächste Woche',
    nextMonth: 'Nächsten Monat',
  },
};

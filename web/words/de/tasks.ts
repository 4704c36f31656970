import type { Words } from '../en.ts';
import { countGerman as count } from '../language.ts';

export const fields: Words['fields'] = {
  description: 'Aufgabe',
  dueDate: 'Fällig am',
  importance: 'Wichtigkeit',
  state: 'Status',
  importances: { LOW: 'Niedrig', MEDIUM: 'Mittel', HIGH: 'Hoch' },
  states: { TODO: 'Offen', WORKING: 'In Arbeit', DONE: 'Erledigt' },
  repeats: 'Wiederholung',
  repeatsNever: 'nie',
  repeatRules: ['jeden Tag', 'jeden Werktag', 'jede Woche', 'jeden Monat', 'jedes Jahr'],
  faults: {
    required: 'Das fehlt noch.',
    type: 'Das ist nicht die richtige Art von Wert.',
    blank: 'Beschreibe die Aufgabe.',
    not_well_formed: 'Hier steht ein Zeichen, das sich nicht speichern lässt.',
    not_a_date: 'Wähle ein Datum.',
    in_the_past: 'Eine neue Aufgabe kann nicht in der Vergangenheit fällig sein.',
    not_allowed: 'Wähle einen der angebotenen Werte.',
  },
  tooLong: (most) => `Höchstens ${count(most, 'Zeichen', 'Zeichen')}.`,
  left: (n) =>
    n < 0
      ? count(-n, 'Zeichen zu viel', 'Zeichen zu viel')
      : `Noch ${count(n, 'Zeichen', 'Zeichen')}`,
};

export const list: Words['list'] = {
  title: 'Aufgaben',
  groups: {
    overdue: 'Überfällig',
    today: 'Heute',
    tomorrow: 'Morgen',
    week: 'Diese Woche',
    nextWeek: 'Nächste Woche',
    someday: 'Irgendwann',
    done: 'Erledigt',
  },
  counted: (n) => count(n, 'Aufgabe', 'Aufgaben'),
  open: (n) => count(n, 'offen', 'offen'),
  left: (n) => count(n, 'heute noch offen', 'heute noch offen'),
  clear: 'Heute nichts mehr offen.',
  next: (date) => `Weiter: ${date}`.replace('Morgen', 'morgen'),
  nextTask: (date, description) =>
    `Als Nächstes, ${date}: ${description}`.replace('Als Nächstes, Morgen', 'Als Nächstes, morgen'),
  late: (days) => count(days, 'Tag überfällig', 'Tage überfällig'),
  loading: 'Deine Aufgaben werden geladen',
  empty: {
    title: 'Eine leere Seite',
    text: 'Schreibe die erste Aufgabe oder beginne mit einer von diesen:',
  },
  examples: [
    'Morgen Blumen gießen',
    'Nächste Woche Zahnarzttermin vereinbaren',
    'Am Sonntag zu Hause anrufen !hoch',
  ],
  allDone: 'Alles erledigt.',
  dayDone: 'Für heute alles erledigt',
  more: (description) => `Mehr zu: ${description}`,
  finish: (description) => `Als erledigt markieren: ${description}`,
  reopen: (description) => `Als offen markieren: ${description}`,
  nowState: (state, description) => `${state}: ${description}`,
  nextOnes: (n) => count(n, 'nächste Aufgabe hinzugefügt', 'nächste Aufgaben hinzugefügt'),
  repeats: (words) => `Wiederholt sich: ${words}`,
};

export const row: Words['row'] = {
  saving: 'Wird gespeichert',
  waiting: 'Wartet',
  failed: 'Nicht gespeichert',
  refused: (detail) => `Der Dienst hat das abgelehnt: ${detail}`,
  broken: 'Der Dienst konnte das nicht speichern.',
  unclear: 'Diese Seite versteht die Antwort des Dienstes nicht.',
  gone: 'Diese Aufgabe wurde anderswo gelöscht.',
  full: 'Du hast die Höchstzahl an Aufgaben dieses Dienstes erreicht. Lösche einige, um Platz zu schaffen.',
  tooLarge:
    'Deine Aufgaben belegen allen Platz, den dieser Dienst für eine Person hat. Lösche einige oder kürze lange.',
  createAgain: 'Neu anlegen',
  retry: 'Erneut versuchen',
  discard: 'Verwerfen',
  mend: 'Bearbeiten',
  draft: 'Nicht gespeicherter Entwurf',
  conflict: {
    title: 'Inzwischen anderswo geändert',
    yours: 'Deine Fassung',
    theirs: 'Die andere Fassung',
    deleted: 'gelöscht',
    keepYours: 'Deine behalten',
    keepTheirs: 'Die andere Fassung behalten',
    keepBoth: 'Beide behalten',
  },
};

export const editor: Words['editor'] = {
  title: 'Aufgabe bearbeiten',
  saved: (description) => `Gespeichert: ${description}`,
  outOfView: (description) => `Gespeichert, durch Suche oder Filter ausgeblendet: ${description}`,
  save: 'Speichern',
  remove: 'Löschen',
  discardDraft: 'Entwurf verwerfen',
};

export const menu: Words['menu'] = {
  edit: 'Bearbeiten',
  pickDate: 'Datum wählen',
  calendar: 'In den Kalender',
  remove: 'Löschen',
  endRepeat: 'Wiederholung beenden',
};

export const date: Words['date'] = {
  title: (n) => (n === 1 ? 'Datum ändern' : `${count(n, 'Aufgabe', 'Aufgaben')} verschieben`),
  words: 'Neues Datum, in Worten',
  wordsHint: 'Freitag, 3. Dez. oder in zwei Wochen',
  choices: 'Tage',
  day: 'Oder wähle einen Tag',
  set: 'Übernehmen',
  none: 'Kein Datum',
  unread: 'Kein Datum erkannt.',
  names: {
    yesterday: 'Gestern',
    today: 'Heute',
    tomorrow: 'Morgen',
    weekend: 'Am Wochenende',
    nextWeek: 'Nächste Woche',
    nextMonth: 'Nächsten Monat',
  },
};

export const overdue: Words['overdue'] = {
  allToToday: 'Alle auf heute',
  todayAlone: 'Nur heute',
  spread: 'Verteilen',
  aDay: (most) => `, bis zu ${most} Aufgaben am Tag`,
  spreadUntil: (most, day) => `Verteilt, bis zu ${most} an einem Werktag, bis ${day}`,
  spreadHint: 'Auf die nächsten Werktage. Deine Zahl für einen Tag steht in den Einstellungen.',
  keysHint:
    'Nach dem Verschieben, Erledigen oder Löschen einer Aufgabe hat die nächste den Fokus: nach einer überfälligen die nächste überfällige. Ohne Fokus auf einer Aufgabe und ohne Auswahl ändern diese Tasten nichts.',
};

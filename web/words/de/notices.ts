import type { Words } from '../en.ts';
import { countGerman as count } from '../language.ts';

export const toast: Words['toast'] = {
  title: 'Hinweise',
  deleted: (description) => `Gelöscht: ${description}`,
  undo: 'Rückgängig',
  restored: (description) => `Wiederhergestellt: ${description}`,
  draftRestored: 'Dein nicht gespeicherter Text ist noch da.',
  movedTo: (day) => `Verschoben auf ${day}`,
  dismiss: 'Ausblenden',
  deletedAll: (n) => `${count(n, 'Aufgabe', 'Aufgaben')} gelöscht`,
  undone: 'Rückgängig gemacht',
  undoneAll: (n) => `${count(n, 'Änderung', 'Änderungen')} rückgängig gemacht`,
  nothingToUndo: 'Es gibt nichts rückgängig zu machen.',
  redone: 'Wiederholt',
  nothingToRedo: 'Es gibt nichts zu wiederholen.',
  tooLate: 'Das lässt sich nicht mehr rückgängig machen: Die Aufgabe ist gelöscht.',
};

export const offline: Words['offline'] = {
  copy: (time) => `Offline. Stand der Liste: ${time}.`,
  writes: 'Änderungen warten hier, bis du wieder online bist.',
  unkept:
    'Lass diese Seite offen, bis du wieder online bist: Dieses Gerät kann deine Änderungen nicht speichern.',
  untilOnline: (what) => `Auf diesem Gerät, bis du wieder online bist: ${what}`,
  untilSignIn: (what) => `Auf diesem Gerät, bis du dich anmeldest: ${what}`,
  full: 'Kein Platz für weitere Änderungen ohne Verbindung. Verbinde dich wieder, um fortzufahren.',
  readOnly: 'Lade die Seite neu, um etwas zu ändern.',
  partMissing:
    'Ein Teil dieser Seite konnte nicht geladen werden. Lade die Seite neu: dein Text bleibt erhalten.',
  newVersion: 'Eine neue Version dieser Seite ist verfügbar.',
  update: 'Neu laden',
};

export const queue: Words['queue'] = {
  underWay: (n) => `${count(n, 'Änderung wird', 'Änderungen werden')} gespeichert`,
  refused: (n) => `${count(n, 'Änderung konnte', 'Änderungen konnten')} nicht gespeichert werden.`,
  undecided: (n) => `${count(n, 'Änderung braucht', 'Änderungen brauchen')} deine Entscheidung.`,
  show: 'Anzeigen',
  retryAll: 'Alle erneut versuchen',
};

import type { Words } from '../en.ts';

export const settings: Words['settings'] = {
  languages: { browser: 'Sprache des Browsers' },
  theme: 'Darstellung',
  themes: { system: 'System', light: 'Hell', dark: 'Dunkel' },
  density: 'Abstände',
  densities: { roomy: 'Luftig', compact: 'Kompakt' },
  densityHint: 'Kompakt ist für Maus und Trackpad; auf einem Touchscreen bleibt die Liste luftig.',
  shortcuts: 'Tastenkürzel',
  shortcutsOn: { on: 'An', off: 'Aus' },
  shortcutsHint: 'Einzelne Tasten wie N, / und E, solange du nicht schreibst.',
  week: 'Die Woche beginnt am',
  weeks: { region: (day) => `${day} (deine Region)` },
  daily: 'Aufgaben am Tag',
  dailyHint: '„Verteilen“ füllt die Werktage bis zu dieser Zahl.',
  reminders: 'Erinnerungen',
  remindersOn: { on: 'An', off: 'Aus' },
  remindersHint:
    'Eine Benachrichtigung zur Uhrzeit einer Aufgabe, etwa „Zahnarzt um 14:30“, solange diese Seite offen ist. Ein geschlossener Browser erinnert nicht.',
  remindersDenied:
    'Der Browser lässt Benachrichtigungen dieser Seite nicht zu. Erlaube sie in seinen Einstellungen und schalte die Erinnerungen dann wieder ein.',
  saved: 'Die Einstellungen gelten auf diesem Gerät.',
};

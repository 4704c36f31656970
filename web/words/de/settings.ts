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
  saved: 'Die Einstellungen gelten auf diesem Gerät.',
};

import type { Words } from '../en.ts';

export const settings: Words['settings'] = {
  languages: { browser: 'Wie der Browser' },
  theme: 'Darstellung',
  themes: { system: 'System', light: 'Hell', dark: 'Dunkel' },
  density: 'Zeilen',
  densities: { roomy: 'Luftig', compact: 'Kompakt' },
  densityHint: 'Kompakte Zeilen sind für Maus und Trackpad; auf einem Touchscreen bleiben sie luftig.',
  shortcuts: 'Tastenkürzel',
  shortcutsOn: { on: 'An', off: 'Aus' },
  shortcutsHint: 'Einzelne Tasten wie N, / und E, solange du nicht schreibst.',
  week: 'Die Woche beginnt am',
  weeks: { region: (day) => `${day}, wie in deiner Region` },
  saved: 'Gilt auf diesem Gerät.',
};

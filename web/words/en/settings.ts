/** The form of the settings. */
export const settings = {
  languages: { browser: 'As the browser' },
  theme: 'Appearance',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  density: 'Spacing',
  densities: { roomy: 'Roomy', compact: 'Compact' },
  densityHint: 'Compact is for a mouse or trackpad; on a touch screen the list stays roomy.',
  shortcuts: 'Keys',
  shortcutsOn: { on: 'On', off: 'Off' },
  shortcutsHint: 'Single keys such as N, / and E, while you are not typing.',
  week: 'The week begins on',
  weeks: { region: (day: string) => `${day}, as your region has it` },
  saved: 'Kept on this device.',
};

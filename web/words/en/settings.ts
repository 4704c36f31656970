export const settings = {
  languages: { browser: 'Browser default' },
  theme: 'Appearance',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  density: 'Spacing',
  densities: { roomy: 'Roomy', compact: 'Compact' },
  densityHint: 'Compact is for a mouse or trackpad; on a touch screen the list stays roomy.',
  shortcuts: 'Keyboard shortcuts',
  shortcutsOn: { on: 'On', off: 'Off' },
  shortcutsHint: 'Single keys such as N, / and E, while you are not typing.',
  week: 'Week starts on',
  weeks: { region: (day: string) => `${day} (your region)` },
  daily: 'Tasks a day',
  dailyHint: 'Spread fills working days up to this number.',
  reminders: 'Reminders',
  remindersOn: { on: 'On', off: 'Off' },
  remindersHint:
    'A notification at the time in a task, such as “Dentist at 14:30”, while this page is open. A closed browser does not remind.',
  remindersDenied:
    'The browser does not allow notifications of this page. Allow them in its settings, then switch reminders on again.',
  saved: 'Settings are kept on this device.',
};

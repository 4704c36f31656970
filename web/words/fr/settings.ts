import type { Words } from '../en.ts';

export const settings: Words['settings'] = {
  languages: { browser: 'Langue du navigateur' },
  theme: 'Apparence',
  themes: { system: 'Système', light: 'Clair', dark: 'Sombre' },
  density: 'Espacement',
  densities: { roomy: 'Aéré', compact: 'Compact' },
  densityHint:
    'L’espacement compact est pour la souris ; sur un écran tactile la liste reste aérée.',
  shortcuts: 'Raccourcis clavier',
  shortcutsOn: { on: 'Activés', off: 'Désactivés' },
  shortcutsHint: 'Des touches seules comme N, / et E, quand vous n’écrivez pas.',
  week: 'La semaine commence le',
  weeks: { region: (day) => `${day} (votre région)` },
  daily: 'Tâches par jour',
  dailyHint: '« Répartir » remplit les jours ouvrés jusqu’à ce nombre.',
  reminders: 'Rappels',
  remindersOn: { on: 'Activés', off: 'Désactivés' },
  remindersHint:
    'Une notification à l’heure d’une tâche, par exemple « Dentiste à 14:30 », tant que cette page est ouverte. Un navigateur fermé ne rappelle rien.',
  remindersDenied:
    'Le navigateur n’autorise pas les notifications de cette page. Autorisez-les dans ses réglages, puis réactivez les rappels.',
  saved: 'Les réglages sont conservés sur cet appareil.',
};

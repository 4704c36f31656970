import type { Words } from '../en.ts';
import { countGerman as count } from '../language.ts';

export const views: Words['views'] = {
  label: 'Ansicht',
  names: { list: 'Liste', board: 'Board', month: 'Monat', plan: 'Plan' },
  previousMonth: 'Voriger Monat',
  nextMonth: 'Nächster Monat',
  previousWeek: 'Vorherige Woche',
  nextWeek: 'Nächste Woche',
  addHere: 'Aufgabe für diesen Tag hinzufügen',
  week: { print: 'Woche drucken' },
  plan: {
    title: 'Den Tag planen',
    open: 'Planen',
    load: (n, most) => (n > most ? `${n}, voll` : `${n} von ${most}`),
    later: 'Nächste Woche',
    week: 'Die nächsten Tage',
    nothing: 'Nichts zu planen',
    planned: (n) => (n === 1 ? '1 Aufgabe geplant' : `${n} Aufgaben geplant`),
    undoAll: 'Alles rückgängig',
    keys: 'Die Tasten 4 bis 7 legen die Aufgabe wie überall auf heute, morgen, das Wochenende oder die nächste Woche. E erledigt sie, Entf löscht sie, J geht weiter, ohne sie einzuplanen.',
  },
  repeats: (n) => count(n, 'Wiederholung', 'Wiederholungen'),
  repeatsHere: 'wiederholt sich hier',
  columnEmpty: 'Hier steht nichts.',
  boardKeys:
    'Aufgaben lassen sich mit der Maus in eine andere Spalte ziehen oder mit Umschalt und einer Pfeiltaste verschieben. Die Pfeiltasten allein gehen von Aufgabe zu Aufgabe.',
  more: (n) => `+ ${count(n, 'weitere', 'weitere')}`,
  monthKeys:
    'Die Pfeiltasten gehen von Tag zu Tag und von Aufgabe zu Aufgabe. Aufgaben lassen sich mit der Maus auf einen anderen Tag ziehen oder mit Umschalt und einer Pfeiltaste verschieben. Die Eingabetaste fügt an einem Tag eine Aufgabe hinzu.',
};

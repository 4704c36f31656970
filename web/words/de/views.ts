import type { Words } from '../en.ts';

export const views: Words['views'] = {
  label: 'Ansicht',
  names: { list: 'Liste', board: 'Tafel', month: 'Monat' },
  previousMonth: 'Voriger Monat',
  nextMonth: 'Nächster Monat',
  addHere: 'Aufgabe für diesen Tag hinzufügen',
  week: { print: 'Woche drucken', title: (from, to) => `${from} – ${to}` },
  columnEmpty: 'Hier steht nichts.',
  boardKeys:
    'Aufgaben lassen sich mit der Maus in eine andere Spalte ziehen oder mit Umschalt und einer Pfeiltaste verschieben. Die Pfeiltasten allein gehen von Aufgabe zu Aufgabe.',
  more: (n) => `+ ${n} weitere`,
  monthKeys:
    'Die Pfeiltasten gehen von Tag zu Tag und von Aufgabe zu Aufgabe. Aufgaben lassen sich mit der Maus auf einen anderen Tag ziehen oder mit Umschalt und einer Pfeiltaste verschieben. Die Eingabetaste fügt an einem Tag eine Aufgabe hinzu.',
};

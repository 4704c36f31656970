import type { Words } from '../en.ts';

export const views: Words['views'] = {
  label: 'Ansicht',
  names: { list: 'Liste', board: 'Tafel', month: 'Monat' },
  previousMonth: 'Voriger Monat',
  nextMonth: 'Nächster Monat',
  addHere: 'Aufgabe für diesen Tag hinzufügen',
  columnEmpty: 'Hier steht nichts.',
  boardKeys:
    'Die Pfeiltasten führen von Aufgabe zu Aufgabe. Mit der Umschalttaste verschieben sie die Aufgabe in die nächste Spalte.',
};

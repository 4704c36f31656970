import type { Words } from '../en.ts';

export const views: Words['views'] = {
  label: 'Ansicht',
  names: { list: 'Liste', board: 'Tafel', month: 'Monat' },
  columnEmpty: 'Hier steht nichts.',
  boardKeys:
    'Die Pfeiltasten führen von Aufgabe zu Aufgabe. Mit der Umschalttaste verschieben sie die Aufgabe in die nächste Spalte.',
};

import type { Words } from '../en.ts';

export const views: Words['views'] = {
  label: 'Vue',
  names: { list: 'Liste', board: 'Tableau', month: 'Mois' },
  previousMonth: 'Mois précédent',
  nextMonth: 'Mois suivant',
  addHere: 'Ajouter une tâche pour ce jour',
  columnEmpty: 'Rien ici.',
  boardKeys:
    'Les flèches mènent d’une tâche à l’autre. Avec Maj, elles déplacent la tâche vers la colonne voisine.',
};

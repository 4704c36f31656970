import type { Words } from '../en.ts';
import { countFrench as count } from '../language.ts';

export const commands: Words['commands'] = {
  palette: 'Commandes',
  hint: 'Une commande ou une partie d’une tâche',
  keys: 'Raccourcis clavier',
  many: (n, what) => `${what} : ${count(n, 'tâche', 'tâches')}`,
  nudged: (days) =>
    days > 0
      ? `${count(days, 'jour', 'jours')} plus tard`
      : `${count(-days, 'jour', 'jours')} plus tôt`,
};

export const search: Words['search'] = {
  open: 'Rechercher et filtrer',
  label: 'Rechercher dans les tâches',
  placeholder: 'Rechercher',
  clear: 'Effacer la recherche',
  filter: 'Filtrer',
  filterAndOrder: 'Filtres et tri',
  filtered: 'actif',
  sorted: 'trié',
  kept: 'Filtres enregistrés',
  name: 'Nom de ce filtre',
  keep: 'Enregistrer',
  replace: 'Remplacer',
  noTag: 'sans tag',
  tags: 'Tags',
  forget: (name) => `Supprimer « ${name} »`,
  due: 'Échéance',
  spans: {
    any: 'Toutes les dates',
    overdue: 'En retard',
    today: 'Aujourd’hui',
    week: 'Cette semaine',
    later: 'Plus tard',
  },
  order: 'Trier par',
  orders: { date: 'Date', importance: 'Importance', state: 'État', name: 'Nom' },
  quoted: (text) => `« ${text} »`,
  found: (n) => (n === 0 ? 'Aucun résultat' : count(n, 'tâche trouvée', 'tâches trouvées')),
  none: { title: 'Aucune tâche correspondante', text: (what) => `Recherche : ${what}.` },
  showAll: 'Afficher toutes les tâches',
};

export const selection: Words['selection'] = {
  begin: 'Sélectionner',
  label: 'Sélection',
  selected: (n) =>
    n === 0 ? 'Aucune tâche sélectionnée' : count(n, 'sélectionnée', 'sélectionnées'),
  all: 'Tout sélectionner',
  reschedule: 'Reporter',
  done: 'Terminées',
  more: 'Plus',
  remove: 'Supprimer',
  end: 'Terminer la sélection',
};

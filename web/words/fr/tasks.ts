import type { Words } from '../en.ts';
import { countFrench as count } from '../language.ts';

export const fields: Words['fields'] = {
  description: 'Tâche',
  dueDate: 'Échéance',
  importance: 'Importance',
  state: 'État',
  importances: { LOW: 'Basse', MEDIUM: 'Moyenne', HIGH: 'Haute' },
  states: { TODO: 'À faire', WORKING: 'En cours', DONE: 'Terminé' },
  repeats: 'Répétition',
  repeatsNever: 'jamais',
  repeatRules: [
    'tous les jours',
    'tous les jours ouvrés',
    'toutes les semaines',
    'tous les mois',
    'tous les ans',
  ],
  faults: {
    required: 'Ce champ est obligatoire.',
    type: 'Ce n’est pas le bon type de valeur.',
    blank: 'Décrivez la tâche.',
    not_well_formed: 'Il y a ici un caractère qui ne peut pas être enregistré.',
    not_a_date: 'Choisissez une date.',
    in_the_past: 'L’échéance d’une nouvelle tâche ne peut pas être passée.',
    not_allowed: 'Choisissez l’une des valeurs proposées.',
  },
  tooLong: (most) => `${count(most, 'caractère', 'caractères')} au plus.`,
  left: (n) =>
    n < 0
      ? count(-n, 'caractère de trop', 'caractères de trop')
      : count(n, 'caractère restant', 'caractères restants'),
};

export const list: Words['list'] = {
  title: 'Tâches',
  groups: {
    overdue: 'En retard',
    today: 'Aujourd’hui',
    tomorrow: 'Demain',
    week: 'Cette semaine',
    nextWeek: 'La semaine prochaine',
    someday: 'Un jour',
    done: 'Terminées',
  },
  counted: (n) => count(n, 'tâche', 'tâches'),
  open: (n) => count(n, 'à faire', 'à faire'),
  left: (n) => count(n, 'tâche restante aujourd’hui', 'tâches restantes aujourd’hui'),
  clear: 'Plus rien aujourd’hui.',
  next: (date) => `Ensuite : ${date}`.replace('Demain', 'demain'),
  nextTask: (date, description) =>
    `Ensuite, ${date} : ${description}`.replace('Ensuite, Demain', 'Ensuite, demain'),
  late: (days) => count(days, 'jour de retard', 'jours de retard'),
  loading: 'Chargement de vos tâches',
  empty: {
    title: 'Une page blanche',
    text: 'Écrivez la première tâche, ou commencez par l’une de celles-ci :',
  },
  examples: [
    'Arroser les plantes demain',
    'Prendre rendez-vous chez le dentiste la semaine prochaine',
    'Appeler mes parents dimanche !haute',
  ],
  allDone: 'Tout est fait.',
  dayDone: 'Tout est fait pour aujourd’hui',
  more: (description) => `Plus d’actions : ${description}`,
  finish: (description) => `Marquer comme terminée : ${description}`,
  reopen: (description) => `Marquer comme à faire : ${description}`,
  nowState: (state, description) => `${state} : ${description}`,
  nextOnes: (n) => count(n, 'tâche suivante ajoutée', 'tâches suivantes ajoutées'),
  repeats: (words) => `Se répète\u202f: ${words}`,
};

export const row: Words['row'] = {
  saving: 'Enregistrement',
  waiting: 'En attente',
  failed: 'Non enregistré',
  refused: (detail) => `Le service a refusé : ${detail}`,
  broken: 'Le service n’a pas pu l’enregistrer.',
  unclear: 'Cette page ne comprend pas la réponse du service.',
  gone: 'Cette tâche a été supprimée ailleurs.',
  full: 'Vous avez atteint le nombre maximal de tâches de ce service. Supprimez-en pour faire de la place.',
  tooLarge:
    'Vos tâches prennent toute la place que ce service a pour une personne. Supprimez-en ou raccourcissez les longues.',
  createAgain: 'La recréer',
  retry: 'Réessayer',
  discard: 'Abandonner',
  mend: 'Modifier',
  draft: 'Brouillon non enregistré',
  conflict: {
    title: 'Modifiée ailleurs entre-temps',
    yours: 'Votre version',
    theirs: 'L’autre version',
    deleted: 'supprimée',
    keepYours: 'Garder la vôtre',
    keepTheirs: 'Garder l’autre version',
    keepBoth: 'Garder les deux',
  },
};

export const editor: Words['editor'] = {
  title: 'Modifier la tâche',
  saved: (description) => `Enregistrée : ${description}`,
  outOfView: (description) => `Enregistrée, masquée par la recherche ou le filtre : ${description}`,
  save: 'Enregistrer',
  remove: 'Supprimer',
  discardDraft: 'Abandonner le brouillon',
};

export const menu: Words['menu'] = {
  edit: 'Modifier',
  pickDate: 'Choisir une date',
  calendar: 'Ajouter à l’agenda',
  remove: 'Supprimer',
  endRepeat: 'Ne plus répéter',
};

export const date: Words['date'] = {
  title: (n) => (n === 1 ? 'Changer la date' : `Reporter ${count(n, 'tâche', 'tâches')}`),
  words: 'Nouvelle date, en mots',
  wordsHint: 'vendredi, 3 déc. ou dans deux semaines',
  choices: 'Dates',
  day: 'Ou choisissez un jour',
  set: 'Valider',
  none: 'Pas de date',
  unread: 'Aucune date reconnue.',
  names: {
    yesterday: 'Hier',
    today: 'Aujourd’hui',
    tomorrow: 'Demain',
    weekend: 'Ce week-end',
    nextWeek: 'La semaine prochaine',
    nextMonth: 'Le mois prochain',
  },
};

export const overdue: Words['overdue'] = {
  allToToday: 'Tout aujourd’hui',
  todayAlone: 'Ce jour seulement',
  spread: 'Répartir',
  aDay: (most) => `, au plus ${most} tâches par jour`,
  spreadUntil: (most, day) => `Réparties, au plus ${most} par jour ouvré, jusqu’au ${day}`,
  spreadHint:
    'Sur les prochains jours ouvrés. Votre nombre de tâches par jour est dans les réglages.',
  keysHint:
    'Après le report, la fin ou la suppression d’une tâche, la suivante a le focus : après une tâche en retard, la suivante en retard. Sans le focus sur une tâche ni sélection, ces touches ne changent rien.',
};

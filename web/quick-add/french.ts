import type { Vocabulary } from './vocabulary.ts';

export const french: Vocabulary = {
  daysAhead: "aujourd'hui|aujourdhui|auj|ce soir, demain, après-demain|après demain",
  periods:
    'la semaine prochaine|semaine prochaine, le mois prochain|mois prochain, ' +
    "l'année prochaine|année prochaine|l'an prochain, ce week-end|ce weekend",
  weekdays: 'lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche',
  shortWeekdays: 'lun, mar, mer, jeu, ven, sam, dim',
  clearWeekdays: '',
  months:
    'janvier|janv, février|févr|fév, mars, avril|avr, mai, juin, juillet|juil, août, septembre|sept, ' +
    'octobre|oct, novembre|nov, décembre|déc',
  units: 'jours|jour, semaines|semaine, mois, ans|an|années|année',
  within: "dans|d'ici",
  counts:
    'un|une, deux, trois, quatre, cinq, six, sept, huit, neuf, dix, onze, douze, treize, quatorze, quinze',
  leads: "le|pour|avant|d'ici|jusqu'à|jusqu'au|au",
  shortLeads: 'le|ce',
  weekdayLeads: 'ce',
  weekdayTails: 'prochain',
  links: 'de',
  beforeMorning: '',
  importances: 'basse|faible, moyenne, haute|élevée',
  states: 'àfaire, encours, fait|terminé',
};

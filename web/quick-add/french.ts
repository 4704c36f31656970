import type { Vocabulary } from './vocabulary.ts';

export const french: Vocabulary = {
  daysAhead: "aujourd'hui|aujourdhui|auj, demain, après-demain|après demain",
  periods:
    'la semaine prochaine|semaine prochaine, le mois prochain|mois prochain, ' +
    "l'année prochaine|année prochaine|l'an prochain, ce week-end|ce weekend, " +
    'le week-end prochain|week-end prochain|weekend prochain, en fin de semaine|fin de semaine|la fin de la semaine|fin de la semaine, ' +
    'fin de la semaine prochaine|fin de semaine prochaine, en fin de mois|fin du mois|la fin du mois|fin de mois, ' +
    "fin du mois prochain, fin de l'année|la fin de l'année|en fin d'année|fin d'année",
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
  repeats:
    'un jour sur deux|une semaine sur deux|un mois sur deux|quotidien|quotidienne|quotidiennement|hebdomadaire|hebdomadairement|hebdo|mensuel|mensuelle|mensuellement|' +
    'annuel|annuelle|annuellement|trimestriel|trimestrielle|lundis|mardis|mercredis|jeudis|vendredis|samedis|dimanches',
  repeatStarts:
    'chaque, tous les|toutes les|tout les|une fois par|deux fois par|trois fois par|fois par|' +
    'une fois tous les',
  repeatUnits:
    'matin|matins|midi|après-midi|soir|soirs|nuit|nuits|heure|heures|minutes|trimestre|trimestres|week-end|' +
    'week-ends|weekend|weekends|lundis|mardis|mercredis|jeudis|vendredis|samedis|dimanches|ouvrables|ouvrés',
  repeatLinks:
    'et|ou|de|du|des|le|les|premier|premiers|deuxième|deuxièmes|second|troisième|dernier|derniers|autres',
  repeatBounds: "à|partir|du|de|depuis|dès|jusqu'au|jusqu'à|au|le|pour",
  rangeLinks: "au|à|et|ou|jusqu'au|jusqu'à",
  otherDayLeads: 'premier|deuxième|second|troisième|quatrième',
  otherDayTails: 'dernier|dernière|passé|passée|en huit|en quinze',
  articles: 'le',
  offsetLinks: "après|à partir de, avant, à partir d'aujourd'hui|plus tard",
  monthParts: 'début|début du mois de, mi|mi-, fin|fin du mois de',
  monthDayLeads: 'le|au|avant',
  timeLeads: 'à|vers',
  timeUnits: 'h|heure|heures',
  importances: 'basse|faible, moyenne, haute|élevée',
  states: 'àfaire, encours, fait|terminé',
};

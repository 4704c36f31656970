import type { DateWords } from '../en/dates.ts';

export const dates: DateWords = {
  daysAhead: "aujourd'hui|aujourdhui|auj|ajd, demain, après-demain|après demain",
  periods:
    'la semaine prochaine|semaine prochaine, le mois prochain|mois prochain, ' +
    "l'année prochaine|année prochaine|l'an prochain, ce week-end|ce weekend|cette fin de semaine, " +
    'le week-end prochain|week-end prochain|weekend prochain, en fin de semaine|fin de semaine|la fin de semaine|la fin de la semaine|à la fin de la semaine|fin de la semaine, ' +
    'fin de la semaine prochaine|fin de semaine prochaine|la fin de semaine prochaine, en fin de mois|fin du mois|la fin du mois|à la fin du mois|fin de mois, ' +
    "fin du mois prochain, fin de l'année|la fin de l'année|à la fin de l'année|en fin d'année|fin d'année",
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
  leads: "le|à la|au plus tard|pour|avant|d'ici|d'ici à|jusqu'à|jusqu'au|au",
  tails: 'au plus tard',
  shortLeads: 'le|ce',
  weekdayLeads: 'ce',
  weekdayTails: 'prochain|qui vient|cette semaine|de cette semaine',
  links: 'de|du',
  beforeMorning: '',
  repeats:
    'quotidien|quotidienne|quotidiennement, un jour sur deux, hebdomadaire|hebdomadairement|hebdo, une semaine sur deux, ' +
    'mensuel|mensuelle|mensuellement, un mois sur deux, trimestriel|trimestrielle|trimestriellement, semestriel|semestrielle, annuel|annuelle|annuellement, , , ' +
    'lundis, mardis, mercredis, jeudis, vendredis, samedis, dimanches',
  repeatUnits:
    'matin|matins|midi|après-midi|soir|soirs|nuit|nuits, , , , , , trimestre|trimestres, semestre|semestres, , ouvrables|ouvrable|ouvrés|ouvré, ' +
    'week-end|week-ends|weekend|weekends, lundis, mardis, mercredis, jeudis, vendredis, samedis, dimanches, heure|heures|minutes',
  repeatStarts:
    'chaque, tous les|toutes les|tout les|une fois par|une fois tous les, deux fois par|trois fois par|fois par',
  repeatLinks:
    'et|de|du|le|les, deuxième|deuxièmes|second, troisième, , dernier|fin, premier|premiers|début, ou|derniers|autres',
  repeatBounds:
    "du|de|le, à partir|à compter|dès, à|depuis|jusqu'au|jusqu'à|au|pour, sauf|hormis|excepté",
  rangeLinks: "au|à|et|ou|jusqu'au|jusqu'à",
  otherDayLeads: 'dernier|premier|deuxième|second|troisième|quatrième',
  otherDayTails:
    'dernier|passé|en huit|en quinze|sur deux|sur 2|de Pâques|de Pentecôte|gras|saint|des cendres',
  adjectiveLeads: '',
  articles: 'le',
  offsetLinks: "après|à partir de, avant, à partir d'aujourd'hui|plus tard",
  monthParts: 'début|début de|début du mois de|premier, mi, fin|fin de|fin du mois de',
  monthDayLeads: ', le|au|avant',
  timeLeads: 'à|vers',
  timeUnits: 'h|heure|heures',
  importances: 'basse|faible, moyenne, haute|élevée',
  states: 'àfaire, encours, fait|terminé',
};

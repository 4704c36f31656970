import type { Vocabulary } from './vocabulary.ts';

export const german: Vocabulary = {
  daysAhead: 'heute|heute Abend, morgen, übermorgen|uebermorgen',
  periods:
    'nächste Woche|naechste Woche|nächster Woche|nächsten Woche|kommende Woche, ' +
    'nächsten Monat|naechsten Monat|kommenden Monat, ' +
    'nächstes Jahr|naechstes Jahr|kommendes Jahr|im nächsten Jahr|im naechsten Jahr|im kommenden Jahr, ' +
    'am Wochenende|dieses Wochenende|übers Wochenende|uebers Wochenende',
  weekdays:
    'Montag|montags, Dienstag|dienstags, Mittwoch|mittwochs, Donnerstag|donnerstags, Freitag|freitags, ' +
    'Samstag|samstags|Sonnabend|sonnabends, Sonntag|sonntags',
  shortWeekdays: 'mo, di, mi, do, fr, sa, so',
  clearWeekdays: '',
  months:
    'Januar|jan|Jänner|Jaenner, Februar|feb|Feber, März|Maerz|mär|mrz, April|apr, Mai, Juni|jun, Juli|jul, ' +
    'August|aug, September|sep|sept, Oktober|okt, November|nov, Dezember|dez',
  units: 'Tagen|Tag, Wochen|Woche, Monaten|Monat, Jahren|Jahr',
  within: 'in',
  counts:
    'einem|einer|ein|eine|eins, zwei, drei, vier, fünf|fuenf, sechs, sieben, acht, neun, zehn, elf, ' +
    'zwölf|zwoelf, dreizehn, vierzehn',
  leads: 'am|bis|zum|für|fuer|den|vor|fällig|faellig',
  shortLeads: 'am|nächsten|kommenden',
  weekdayLeads: 'nächsten|naechsten|nächster|kommenden|diesen',
  weekdayTails: '',
  links: 'in|der',
  beforeMorning: 'guten|am|jeden|diesen|den|heute|gestern',
  importances: 'niedrig, mittel, hoch',
  states: 'offen, läuft|laeuft|arbeit, erledigt|fertig',
};

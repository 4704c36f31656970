import type { DateWords } from '../en/dates.ts';

export const dates: DateWords = {
  daysAhead: 'heute, morgen, übermorgen|uebermorgen',
  periods:
    'nächste Woche|naechste Woche|nächster Woche|nächsten Woche|in der nächsten Woche|in der naechsten Woche|kommende Woche, ' +
    'nächsten Monat|naechsten Monat|kommenden Monat|im nächsten Monat|im kommenden Monat|nächstes Monat|nächsten Monats|naechsten Monats|kommenden Monats, ' +
    'nächstes Jahr|naechstes Jahr|kommendes Jahr|im nächsten Jahr|im naechsten Jahr|im kommenden Jahr, ' +
    'am Wochenende|dieses Wochenende|kommendes Wochenende|am kommenden Wochenende|bis Wochenende|bis zum Wochenende|übers Wochenende|uebers Wochenende, ' +
    'nächstes Wochenende|naechstes Wochenende|am nächsten Wochenende, ' +
    'Ende der Woche|Ende dieser Woche, Ende nächster Woche|Ende der nächsten Woche, ' +
    'Ende des Monats|Ende dieses Monats|Monatsende|Ende Monat, Ende nächsten Monats|Ende des nächsten Monats, ' +
    'Ende des Jahres|Ende dieses Jahres|Jahresende, übernächste Woche|uebernaechste Woche',
  weekdays: 'Montag, Dienstag, Mittwoch, Donnerstag, Freitag, Samstag|Sonnabend, Sonntag',
  shortWeekdays: 'mo, di, mi, do, fr, sa, so',
  clearWeekdays: '',
  months:
    'Januar|jan|Jänner|Jaenner, Februar|feb|Feber, März|Maerz|mär|mrz, April|apr, Mai, Juni|jun, Juli|jul, ' +
    'August|aug, September|sep|sept, Oktober|okt, November|nov, Dezember|dez',
  units: 'Tagen|Tag|Tage, Wochen|Woche, Monaten|Monat|Monate|Monats, Jahren|Jahr|Jahre',
  within: 'in',
  counts:
    'einem|einer|ein|eine|eins, zwei, drei, vier, fünf|fuenf, sechs, sieben, acht, neun, zehn, elf, ' +
    'zwölf|zwoelf, dreizehn, vierzehn',
  leads: 'am|bis|spätestens|spaetestens|zum|für|fuer|den|dem|vor|fällig|faellig',
  tails: 'spätestens|spaetestens',
  shortLeads: 'am|bis|spätestens|nächsten|kommenden|diesen',
  weekdayLeads: 'nächsten|naechsten|nächster|kommenden|kommender|diesen|dieser|diese Woche',
  weekdayTails: 'diese Woche|dieser Woche',
  links: 'in|der|des',
  beforeMorning: 'guten|gegen|der|am|jeden|diesen|den|heute|gestern',
  repeats:
    'täglich|taeglich|tagtäglich|morgens|abends, , wöchentlich|woechentlich, zweiwöchentlich|14-tägig|vierzehntägig, monatlich, , vierteljährlich|vierteljaehrlich|quartalsweise, ' +
    'halbjährlich|halbjaehrlich, jährlich|jaehrlich, werktags|werktäglich|wochentags|alltags, , ' +
    'montags, dienstags, mittwochs, donnerstags, freitags, samstags|sonnabends, sonntags, ' +
    'stündlich|zweimal wöchentlich|zweimal monatlich',
  repeatUnits:
    'Morgen|Vormittag|Mittag|Nachmittag|Abend|Nacht, , , , , , Quartal, , , Werktag|Werktage|Wochentag|Arbeitstag, Wochenende, ' +
    ', , , , , , , Stunde|Stunden',
  repeatStarts:
    'jeden|jede|jedes|jeder|jedem|an jedem|in jeder|immer, alle|aller|einmal pro|einmal im|einmal die|einmal in der, ' +
    'zweimal pro|dreimal pro|mal pro|x pro|zweimal im|dreimal im|mal im|mal in der|zweimal die|dreimal die|mal die',
  repeatLinks:
    'und|des|der|im|am|eines, zweiten|zweite|zweites, dritten|dritte|drittes, vierten|vierte|viertes, letzten|letzte|Ende, ' +
    'ersten|erste|Anfang, paar|oder|-',
  repeatBounds: 'am|zum|dem|der|den|und, ab|vom|von|beginnend, seit|bis|zur, außer|ausgenommen',
  rangeLinks: 'bis|und|oder|zum',
  otherDayLeads:
    'Frau|Herr|Herrn|letzten|letzter|letzte|letztes|vorigen|vergangenen|übernächsten|übernächster|ersten|erster|zweiten|zweiter|' +
    'dritten|dritter|vierten|vierter',
  otherDayTails: 'vor einer Woche',
  adjectiveLeads: '',
  articles: 'am|den|dem|der',
  offsetLinks: 'nach|ab, vor, ab heute|ab jetzt|später',
  monthParts: 'Anfang|Beginn|ersten|erster, Mitte, Ende',
  monthDayLeads: ', , am|zum|den|dem|bis|vor',
  timeLeads: 'um|gegen',
  timeUnits: 'Uhr|h',
  importances: 'niedrig, mittel, hoch',
  states: 'offen, läuft|laeuft|arbeit, erledigt|fertig',
};

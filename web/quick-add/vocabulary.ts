import { comparable } from '../words/language.ts';
import type { Language } from '../words/language.ts';

export type TableName = keyof typeof english;
type Vocabulary = Readonly<Record<TableName, string>>;

/**
 * A table of the vocabulary: each word or phrase and its place, from 0. English is in the tables of every language; the
 * language's own word wins.
 */
export function tableOf(language: Language, name: TableName): ReadonlyMap<string, number> {
  const sources = ownOnly.has(name) ? [vocabularies[language]] : [english, vocabularies[language]];
  return (made[language][name] ??= new Map(
    sources.flatMap((source) =>
      entriesOf(source[name]).flatMap((alternatives, place) =>
        alternatives.map((spelling) => [comparable(spelling), place] as const),
      ),
    ),
  ));
}

export const isTableName = (name: string): name is TableName => Object.hasOwn(english, name);

/** How the language itself spells the entries of a table, the first of each one's alternatives. */
export function firstSpellings(language: Language, name: TableName): string[] {
  return entriesOf(vocabularies[language][name]).map(([first = '']) => first);
}

function entriesOf(table: string): string[][] {
  return table.split(', ').map((entry) => entry.split('|').filter((spelling) => spelling !== ''));
}

/** English ones are other words in other languages: "mon" is French for "my", "am" German for "on the". */
const ownOnly: ReadonlySet<TableName> = new Set([
  'shortWeekdays',
  'clearWeekdays',
  'shortLeads',
  'timeUnits',
]);
const made: Record<Language, Partial<Record<TableName, ReadonlyMap<string, number>>>> = {
  en: {},
  de: {},
  fr: {},
};

/**
 * The words of one language about dates, importance and state. Entries of a table are separated by commas and mean
 * their place in it, also where one is empty; alternatives by `|`, and completion offers the first. Case and accents do not matter.
 */
const english = {
  /** From today on. */
  daysAhead: 'today|eod|end of day|end of the day, tomorrow|tmrw|tmr, day after tomorrow',
  /**
   * Next week, month and year; this and the next weekend, with the word before it: alone it is no date; the ends
   * of this and of the next week, of this and of the next month, and of the year; the week after next.
   */
  periods:
    'next week, next month, next year, this weekend|at the weekend|on the weekend|over the weekend, ' +
    'next weekend, end of week|end of the week|end of this week|eow, end of next week, ' +
    'end of month|end of the month|end of this month|eom|month end, end of next month, end of year|end of the year|eoy, the week after next|week after next|a week after next',
  weekdays: 'Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday',
  shortWeekdays: 'mon, tue|tues, wed, thu|thur|thurs, fri, sat, sun',
  /** Short names of weekdays that are no other word of the language. */
  clearWeekdays: 'mon|tue|tues|wed|thu|thur|thurs|fri',
  months:
    'January|jan, February|feb, March|mar, April|apr, May, June|jun, July|jul, August|aug, ' +
    'September|sep|sept, October|oct, November|nov, December|dec',
  /** Days, weeks, months, years. */
  units: 'days|day, weeks|week, months|month, years|year',
  /** Before a count and a unit: "in 3 days". */
  within: 'in|within',
  /** From one as far as people count in words: two weeks are fourteen days in German, fifteen in French. */
  counts: 'a|an|one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve',
  /** Read together with the date that follows: "by Friday". */
  leads: 'on|by|due|for|until|till|before|the',
  /** A short name that is also another word (`sun`, `so`, `mer`) names a day after one of these only. */
  shortLeads: 'on|by|due|next',
  /** Before and after the name of a weekday only: "next Friday", "vendredi prochain". */
  weekdayLeads: 'next|this|coming',
  weekdayTails: '',
  /** Between a weekday and next week, or a day and its month: "3rd of December". */
  links: 'of',
  /** After these and after a weekday, the word for tomorrow means the morning. */
  beforeMorning: '',
  /**
   * That something repeats, in words that need no other: "weekly", "montags". Of this table and the next, entries mean: each
   * day, other day, week, other week, month, other month, quarter, half year, year, workday, weekend, Monday to Sunday; the
   * last entry is not understood.
   */
  repeats:
    'daily, , weekly, biweekly|fortnightly, monthly, bimonthly, quarterly, , yearly|annually, weekdays, weekends, ' +
    'mondays, tuesdays, wednesdays, thursdays, fridays, saturdays, sundays, hourly',
  /** What repeats besides the weekdays, months and units: "every morning". */
  repeatUnits:
    'morning|afternoon|evening|night, , , fortnight, , , quarter|quarters, , , weekday|weekdays|workday|workdays, weekend|weekends, ' +
    'mondays, tuesdays, wednesdays, thursdays, fridays, saturdays, sundays, hour|hours|minutes',
  /** "every" before a day, a count or a unit; the words that mean it before a count or a full name only; and those that count. */
  repeatStarts: 'every|each|ev, once a|once every|once per, twice a|times a|twice every|times per',
  /** Between the words of a recurrence: those that change nothing, every other one, every third and fourth one, the last; others. */
  repeatLinks: 'and|&|of|the|single, other|second, third, fourth, last, or|first',
  /** Between a recurrence and its days: those that change nothing, and those that name its first or last day: "weekly from Monday". */
  repeatBounds: 'on|the, from|starting|beginning|since|until|till|to|ending|ends|for',
  /** Between two days that say more than one: "Monday to Friday". */
  rangeLinks: 'to|till|until|through|and|or|-|–|—|&',
  /** Before and after a day that is not the next one: "last Monday", "second Monday", "Monday after next". */
  otherDayLeads: 'last|past|previous|first|second|third|fourth|1st|2nd|3rd|4th',
  otherDayTails: 'ago|after next|week',
  /** Between two names of one day, and after other links: "Friday, the 28th". */
  articles: 'the|on',
  /** After, before, and from now on: "2 weeks from Friday". */
  offsetLinks: 'from|after, before, from now|from today|later|hence',
  /** The beginning, the middle and the end of a month, before its name. */
  monthParts: 'start of|beginning of|first of, mid|middle of, end of',
  /** Before a day that has no month: "on the 15th". */
  monthDayLeads: 'the',
  /** Before and after the number of a time of day: "at 9", "um 14 Uhr". */
  timeLeads: 'at|@',
  timeUnits: "am|pm|a.m|p.m|o'clock|h",
  /** LOW, MEDIUM, HIGH. */
  importances: 'low|1|!3, medium|2|!2, high|3|!1',
  /** TODO, WORKING, DONE. */
  states: 'todo, working, done',
};

const german: Vocabulary = {
  daysAhead: 'heute, morgen, übermorgen|uebermorgen',
  periods:
    'nächste Woche|naechste Woche|nächster Woche|nächsten Woche|kommende Woche, ' +
    'nächsten Monat|naechsten Monat|kommenden Monat, ' +
    'nächstes Jahr|naechstes Jahr|kommendes Jahr|im nächsten Jahr|im naechsten Jahr|im kommenden Jahr, ' +
    'am Wochenende|dieses Wochenende|übers Wochenende|uebers Wochenende, ' +
    'nächstes Wochenende|naechstes Wochenende|am nächsten Wochenende|kommendes Wochenende, ' +
    'Ende der Woche|Ende dieser Woche, Ende nächster Woche|Ende der nächsten Woche, ' +
    'Ende des Monats|Ende dieses Monats|Monatsende|Ende Monat, Ende nächsten Monats|Ende des nächsten Monats, ' +
    'Ende des Jahres|Ende dieses Jahres|Jahresende, übernächste Woche|uebernaechste Woche',
  weekdays: 'Montag, Dienstag, Mittwoch, Donnerstag, Freitag, Samstag|Sonnabend, Sonntag',
  shortWeekdays: 'mo, di, mi, do, fr, sa, so',
  clearWeekdays: '',
  months:
    'Januar|jan|Jänner|Jaenner, Februar|feb|Feber, März|Maerz|mär|mrz, April|apr, Mai, Juni|jun, Juli|jul, ' +
    'August|aug, September|sep|sept, Oktober|okt, November|nov, Dezember|dez',
  units: 'Tagen|Tag|Tage, Wochen|Woche, Monaten|Monat|Monate, Jahren|Jahr|Jahre',
  within: 'in',
  counts:
    'einem|einer|ein|eine|eins, zwei, drei, vier, fünf|fuenf, sechs, sieben, acht, neun, zehn, elf, ' +
    'zwölf|zwoelf, dreizehn, vierzehn',
  leads: 'am|bis|zum|für|fuer|den|dem|vor|fällig|faellig',
  shortLeads: 'am|nächsten|kommenden',
  weekdayLeads: 'nächsten|naechsten|nächster|kommenden|diesen',
  weekdayTails: '',
  links: 'in|der',
  beforeMorning: 'guten|am|jeden|diesen|den|heute|gestern',
  repeats:
    'täglich|taeglich|tagtäglich|morgens|abends, , wöchentlich|woechentlich, , monatlich, , vierteljährlich|vierteljaehrlich, ' +
    'halbjährlich|halbjaehrlich, jährlich|jaehrlich, werktags|wochentags|alltags, , ' +
    'montags, dienstags, mittwochs, donnerstags, freitags, samstags|sonnabends, sonntags, stündlich',
  repeatUnits:
    'Morgen|Vormittag|Mittag|Nachmittag|Abend|Nacht, , , , , , Quartal, , , Werktag|Werktage|Wochentag, Wochenende, ' +
    ', , , , , , , Stunde|Stunden',
  repeatStarts:
    'jeden|jede|jedes|jeder|jedem|an jedem|in jeder|immer, alle|aller|einmal pro|einmal im, ' +
    'zweimal pro|dreimal pro|mal pro|x pro|zweimal im|dreimal im|mal im|mal in der',
  repeatLinks:
    'und|des|der|im|am, zweiten|zweite|zweites, dritten|dritte|drittes, vierten|vierte|viertes, letzten|letzte, ' +
    'paar|oder|ersten|erste|-',
  repeatBounds: 'am|dem|der|den|und, ab|vom|von|seit|bis|beginnend|zum|zur',
  rangeLinks: 'bis|und|oder|zum',
  otherDayLeads:
    'letzten|letzter|letzte|letztes|vorigen|vergangenen|übernächsten|übernächster|ersten|erster|zweiten|zweiter|' +
    'dritten|dritter|vierten|vierter',
  otherDayTails: 'vor einer Woche',
  articles: 'am|den|dem|der',
  offsetLinks: 'nach|ab, vor, ab heute|ab jetzt|später',
  monthParts: 'Anfang|Beginn, Mitte, Ende',
  monthDayLeads: 'am|zum|den|dem|bis|vor',
  timeLeads: 'um|gegen',
  timeUnits: 'Uhr|h',
  importances: 'niedrig, mittel, hoch',
  states: 'offen, läuft|laeuft|arbeit, erledigt|fertig',
};

const french: Vocabulary = {
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
    'quotidien|quotidienne|quotidiennement, un jour sur deux, hebdomadaire|hebdomadairement|hebdo, une semaine sur deux, ' +
    'mensuel|mensuelle|mensuellement, un mois sur deux, trimestriel|trimestrielle, , annuel|annuelle|annuellement, , , ' +
    'lundis, mardis, mercredis, jeudis, vendredis, samedis, dimanches',
  repeatUnits:
    'matin|matins|midi|après-midi|soir|soirs|nuit|nuits, , , , , , trimestre|trimestres, , , ouvrables|ouvrés, ' +
    'week-end|week-ends|weekend|weekends, lundis, mardis, mercredis, jeudis, vendredis, samedis, dimanches, heure|heures|minutes',
  repeatStarts:
    'chaque, tous les|toutes les|tout les|une fois par|une fois tous les, deux fois par|trois fois par|fois par',
  repeatLinks:
    'et|de|du|des|le|les, deuxième|deuxièmes|second, troisième, , dernier, ou|premier|premiers|derniers|autres',
  repeatBounds: "du|de|le, à|partir|depuis|dès|jusqu'au|jusqu'à|au|pour",
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

const vocabularies: Readonly<Record<Language, Vocabulary>> = { en: english, de: german, fr: french };

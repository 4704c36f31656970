/**
 * The words for dates, importance and state in a new task (quick-add/vocabulary.ts); shared-dates.ts has those of every language.
 * `|` separates spellings; completion offers the first. `(a/b)` within one is a or b, `[a/b]` is a, b or nothing. A table has one text, or entries with names, which the patterns of
 * quick-add use; an entry may be empty. Case and accents do not matter, and "ä" is also read as "ae".
 */
export const dates = {
  /** Names of days, by the number of days from today. */
  daysAhead: {
    0: 'today|eod|end of [the ]day',
    1: 'tomorrow|tmrw|tmr|tomorow|tommor[r]ow',
    2: 'day after (tomorrow/tmrw)|overmorrow',
    7: '[a ]week today',
    8: '[a ]week tomorrow|tomorrow week',
    14: 'in a fortnight|(a fortnight/two weeks) today',
    15: 'two weeks tomorrow',
  },
  /** Short names of days that may be a person's: only after certain words. */
  shortDaysAhead: { 0: 'tod', 1: 'tom' },
  shortDayLeads: 'by|due|until|till|before',
  /** "weekend" alone is no date. */
  periods: {
    nextWeek: 'next week|[the ]following week',
    nextMonth: 'next month',
    nextYear: 'next year',
    thisWeekend: '[this ]coming weekend|(this/at the/on the/over the) weekend',
    nextWeekend: 'next weekend',
    endOfWeek: 'end of [the /this ]week|eow',
    endOfNextWeek: 'end of next week',
    endOfMonth: '(end of/end of the/end of this/last day of the) month|eom|month end',
    endOfNextMonth: 'end of next month',
    endOfNextYear: 'end of next year',
    endOfYear: 'end of [the ]year|eoy|last day of the year',
    weekAfterNext: '[a ]week after next',
  },
  weekdays: {
    1: 'Monday',
    2: 'Tuesday',
    3: 'Wednesday',
    4: 'Thursday',
    5: 'Friday',
    6: 'Saturday',
    7: 'Sunday',
  },
  shortWeekdays: {
    1: 'mon',
    2: 'tue[s]',
    3: 'wed[s]',
    4: 'thu[r[s]]',
    5: 'fri',
    6: 'sat',
    7: 'sun',
  },
  /** Short names of weekdays that are not also another word of the language. */
  clearWeekdays: 'mon|tue[s]|wed[s]|thu[r[s]]|fri',
  /** Short names that are a weekday only with a dot: "le jeu" is a game. */
  dottedWeekdays: '',
  /** By the number of the month. */
  months: {
    1: 'January|jan',
    2: 'February|feb',
    3: 'March|mar',
    4: 'April|apr',
    5: 'May',
    6: 'June|jun',
    7: 'July|jul',
    8: 'August|aug',
    9: 'September|sep|sept',
    10: 'October|oct',
    11: 'November|nov',
    12: 'December|dec',
  },
  units: {
    day: "day[s]|days' time",
    week: "week[s]|(week's/weeks'/weeks) time",
    month: "month[s]|(month's/months') time",
    year: "year[s]|year's time",
  },
  /** Words before a count and a unit: "in 3 days"; after a `span`, "of" and "after" count from another day: "within 14 days of delivery". */
  within: { span: 'in|within', other: '' },
  /** Numbers as words: for two weeks, German needs fourteen days and French fifteen. */
  counts: {
    1: 'a|an|one',
    2: 'two|[a ]couple of',
    3: 'three',
    4: 'four',
    5: 'five',
    6: 'six',
    7: 'seven',
    8: 'eight',
    9: 'nine',
    10: 'ten',
    11: 'eleven',
    12: 'twelve',
    13: 'thirteen',
    14: 'fourteen',
    15: 'fifteen',
  },
  /** Words that belong to the date after them: "by Friday". */
  leads: 'on|by|due|for|until|till|before|the|at the latest|no later than|eod|end of day',
  /** Words that belong to the date before them: "Friday at the latest". */
  tails: 'at the latest|at latest|eod|end of day',
  /** A short name that is also another word (`sun`, `so`, `mer`) is a weekday only after one of these words. */
  shortLeads: 'on|by|due|next|this',
  /** Words only before (leads) or after (tails) the name of a weekday: "next Friday", "vendredi prochain". */
  weekdayLeads: 'this|next|coming|this week',
  weekdayTails: { next: '', thisWeek: '[of ]this week' },
  /** Words between a weekday and "next week", or between a day and its month: "3rd of December". */
  links: 'of',
  /** After these words and after a weekday, the word for tomorrow means the morning ("morgen" in German). */
  beforeMorning: '',
  /** Single words for a recurrence: "weekly", "montags". `unclear` has the words that are not understood. */
  repeats: {
    day: 'daily|everyday',
    week: 'weekly',
    otherWeek: 'biweekly|fortnightly',
    month: 'monthly',
    otherMonth: 'bimonthly',
    quarter: 'quarterly',
    halfYear: 'half-yearly|semi[-]annually',
    year: 'yearly|annually',
    workday: 'weekdays',
    weekend: 'weekends',
    unclear: 'biannually|biennially|hourly|(twice/thrice) weekly|twice monthly',
  },
  /** Words after a day or a unit that recurs every other time: "un samedi sur deux". */
  alternates: '',
  /** Words after "every", in addition to weekdays, months and units: "every morning". */
  repeatUnits: {
    day: 'morning|afternoon|evening|night',
    otherWeek: 'fortnight',
    quarter: 'quarter[s]',
    halfYear: '',
    workday: '(week/work)day[s]',
    weekend: 'weekend[s]',
    unclear: 'hour[s]|hr[s]|minute[s]|min[s]|day[s] off|(school/rainy/bank/feast) (day/holiday)[s]',
  },
  /** Before a day, a count or a unit; `all` only before a count or a full name; `unclear` has how often, which is not understood. */
  repeatStarts: {
    every: 'every|each|ev',
    all: 'once (a/every/per)',
    unclear: 'twice (a/every)|times (a/per)',
  },
  /** "every other", "every third"; the first and the last day of a month. */
  ordinals: {
    start: 'start|beginning',
    other: 'other|alternate',
    last: 'last',
    end: 'end',
  },
  /** Words between two days for more than one day: "Monday to Friday". */
  rangeLinks: 'to|till|until|through|thru|and|or|for|against',
  /** After a short name of a weekday: another word, "sun cream". */
  shortTails: 'cream|screen|block|lotion|hat|bed[s]|lounger[s]|light|tan|nav|image[s]|phone',
  /** Before two numbers with a slash, which are a part and the whole: "test 4/5". */
  partLeads:
    'test|type|bus|box|batch|phase|quiz|photo|instal[l]ment|week|set|unit|module|attempt|dose|lap|leg|issue|volume|track|' +
    'slide[s]|question|parcel|lego|discount|seat|row|review|grade|mark|pressure|candidate|lecture|lesson|session|course|' +
    'round|stage|season|series|house|cabin|gate|platform|door|building|block|sprint|ticket|bug|bolt',
  /** Feasts: the Friday before one is another day. */
  feasts: 'christmas|xmas|easter|thanksgiving|new year[s]|halloween|lent|pentecost',
  /** Words between two names of one day, and after other links: "Friday, the 28th". */
  articles: 'the|on',
  /** After an amount: "2 weeks from Friday", "2 weeks before Friday", "2 weeks later"; `on` only after weeks ("a week on Friday"). */
  offsetLinks: {
    after: 'from|after',
    before: 'before',
    fromNow: 'from (now/today)|later|hence',
    on: 'on',
  },
  /** Words before a month. */
  monthParts: {
    start: '[at the ](start/beginning) of|first of',
    middle: 'mid|middle of',
    end: '[at the ]end of|last day of',
  },
  /** Words before a day without a month: before "15th"; before any number ("le 15"); before a number with a dot ("am 15."). */
  monthDayLeads: {
    ordinal: 'the|on|by|due|before',
    number: '',
    dotted: '',
  },
  /** The day before or after the day that follows: "the day after Friday". */
  daysBeside: {
    after: 'day after',
    before: 'day before',
  },
  /** Words after (by the number of days) or before the name of a weekday for a later one: "friday after next", "übernächsten Montag". */
  weeksLater: {
    7: 'after next',
    14: 'fortnight',
  },
  weeksLaterLeads: '',
  /** Days of work: "in 2 business days". */
  workdayUnits: '(business /working /work)day[s]',
  /** Words before a month alone: "in March". */
  monthLeads: 'in',
  /** Words before that which make it a part of the month: "late in March". */
  monthPartLeads: 'late|early|sometime|mid|middle of',
  /** Words for a part of the day that repeat it when they stand alone: "abends", but not "Montag abends". */
  partsOfDay: '',
  /** A season with the words before it: "every day in summer". */
  seasons: 'summer|winter|spring|autumn|fall',
  repeatTimes: 'time[s]|sessions|lessons|rounds|more times',
  /** The present periods: "every day this week". */
  presentPeriods: 'this (week/month/year/weekend)',
  /** Words before a day of two numbers with a dot: "am 3.12". */
  dottedLeads: '',
  /** Words before a person: "ask Jan 5 questions". */
  giveLeads: 'ask|give|pay|send|tell|show|owe|lend|thank|help|teach|bring|take|offer|buy',
  /** Words before an amount: "buy 10". */
  amountLeads: 'buy|order|get|bring|eat|sell|print|make|need|sort|read|pack|send|bake|count',
  /** Words before numbers that are no date, and after an amount: "version 3.2.30", "the 5/8 inch bolt". */
  numberLeads:
    'case|ref|file|page[s]|chapter[s]|section[s]|score[d]|step|the|room|flat|apartment|item|part[s]|episode|invoice|size|' +
    'exercise|rated|win|won|lost|no|number',
  numberTo: 'to',
  measures:
    'beat[s]|inch[es]|lb[s]|mile[s]|cup[s]|percent|point[s]|of (the/my/our/a)|hour[s]|min|minutes|euro[s]|people|tablet[s]|pill[s]',
  /** Words between a month and its year: "March in 2027". */
  yearLinks: 'in|of',
  /** Days of a month in words: "March first", "second of May". */
  dayOrdinals: {
    1: 'first',
    2: 'second',
    3: 'third',
    4: 'fourth',
    5: 'fifth',
    6: 'sixth',
    7: 'seventh',
    8: 'eighth',
    9: 'ninth',
    10: 'tenth',
    11: 'eleventh',
    12: 'twelfth',
  },
  /** Words before (leads) or after (units) the number of a time of day: "at 9", "um 14 Uhr". */
  timeLeads: 'at',
  timeUnits: "am|pm|a.m|p.m|o'clock|h",
  importances: {
    LOW: 'low',
    MEDIUM: 'medium',
    HIGH: 'high',
  },
  states: {
    TODO: 'todo',
    WORKING: 'working',
    DONE: 'done',
  },
};

/** Tables of a language, which leaves out those tables and entries that it has no words for. */
export type WordsOf<Tables> = {
  readonly [Name in keyof Tables]?: Tables[Name] extends string
    ? string
    : { readonly [Entry in keyof Tables[Name]]?: string };
};

export type DateWords = WordsOf<typeof dates>;

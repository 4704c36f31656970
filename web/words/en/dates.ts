/**
 * The words with which one says dates, importance and state (quick-add/place.ts). Entries of a table are separated by commas and mean
 * their place in it, also where one is empty; alternatives by `|`, and completion offers the first. Case and accents do not matter.
 */
export const dates = {
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
  /** Between the words of a recurrence: those that change nothing, every other one, every third and fourth one, the last, the first; others. */
  repeatLinks: 'and|&|of|on|the|single, other|second, third, fourth, last, first, or|-|–|to|through',
  /** Between a recurrence and its days: those that change nothing, those that name its first day ("weekly from Monday"), others, and those of an exception. */
  repeatBounds:
    'on|the, from|starting|starts|beginning, since|until|till|to|ending|ends|for|but, except|excluding',
  /** Between two days that say more than one: "Monday to Friday". */
  rangeLinks: 'to|till|until|through|and|or|-|–|—|&',
  /** Before and after a day that is not the next one: "last Monday", "second Monday", "Monday after next". */
  otherDayLeads: 'last|past|previous|first|second|third|fourth|1st|2nd|3rd|4th',
  otherDayTails: 'ago|after next|week',
  /** After these a word that means a recurrence by itself is an adjective: "the weekly report". */
  adjectiveLeads: 'the|a|my|our|your|his|her|their|this|last|next',
  /** Between two names of one day, and after other links: "Friday, the 28th". */
  articles: 'the|on',
  /** After, before, and from now on: "2 weeks from Friday"; and after a week only: "a week on Friday". */
  offsetLinks: 'from|after, before, from now|from today|later|hence, on',
  /** The beginning, the middle and the end of a month, before its name. */
  monthParts: 'start of|beginning of|first of, mid|middle of, end of',
  /** Before a day that has no month: "on the 15th"; those after which any number is one, "le 15", and one with a dot: "am 15." */
  monthDayLeads: 'the',
  /** Before and after the number of a time of day: "at 9", "um 14 Uhr". */
  timeLeads: 'at|@',
  timeUnits: "am|pm|a.m|p.m|o'clock|h",
  /** LOW, MEDIUM, HIGH. */
  importances: 'low|1|!3, medium|2|!2, high|3|!1',
  /** TODO, WORKING, DONE. */
  states: 'todo, working, done',
};

export type DateWords = Readonly<Record<keyof typeof dates, string>>;

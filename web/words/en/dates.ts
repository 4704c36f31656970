/**
 * The words for dates, importance and state in a new task (quick-add/vocabulary.ts). Commas separate the entries of a table; the place of
 * an entry, which may be empty, is its meaning. `|` separates alternatives; completion offers the first. Case and accents do not matter.
 */
export const dates = {
  /** Today, tomorrow, the day after tomorrow, and so on; in English also one and two weeks from today. */
  daysAhead:
    'today|eod|end of day|end of the day, tomorrow|tmrw|tmr|tomorow|tommorow|tommorrow, day after tomorrow, , , , , ' +
    'a week today|week today, a week tomorrow|week tomorrow|tomorrow week, , , , , , ' +
    'in a fortnight|a fortnight today|two weeks today, two weeks tomorrow',
  /**
   * Next week, month and year; this and the next weekend ("weekend" alone is no date); the end of this week, of next week,
   * of this month, of next month and of the year; the week after next.
   */
  periods:
    'next week, next month, next year, this weekend|this coming weekend|coming weekend|at the weekend|on the weekend|over the weekend, ' +
    'next weekend, end of week|end of the week|end of this week|eow, end of next week, ' +
    'end of month|end of the month|end of this month|last day of the month|eom|month end, end of next month, end of year|end of the year|eoy, week after next|a week after next',
  weekdays: 'Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday',
  shortWeekdays: 'mon, tue|tues, wed|weds, thu|thur|thurs, fri, sat, sun',
  /** Short names of weekdays that are not also another word of the language. */
  clearWeekdays: 'mon|tue|tues|wed|weds|thu|thur|thurs|fri',
  months:
    'January|jan, February|feb, March|mar, April|apr, May, June|jun, July|jul, August|aug, ' +
    'September|sep|sept, October|oct, November|nov, December|dec',
  /** Days, weeks, months, years. */
  units:
    "days|day|days' time, weeks|week|week's time|weeks' time|weeks time, months|month|month's time|months' time, years|year|year's time",
  /** Words before a count and a unit: "in 3 days". */
  within: 'in|within',
  /** The numbers from one on that people write as words: for two weeks, German needs fourteen days and French fifteen. */
  counts: 'a|an|one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve',
  /** Words that belong to the date after them: "by Friday". */
  leads: 'on|by|due|for|until|till|before|the|at the latest|no later than|eod|end of day',
  /** Words that belong to the date before them: "Friday at the latest". */
  tails: 'at the latest|at latest|eod|end of day',
  /** A short name that is also another word (`sun`, `so`, `mer`) is a weekday only after one of these words. */
  shortLeads: 'on|by|due|next|this',
  /** Words only before (leads) or after (tails) the name of a weekday: "next Friday", "vendredi prochain". */
  weekdayLeads: 'this|next|coming|this week',
  weekdayTails: 'this week',
  /** Words between a weekday and "next week", or between a day and its month: "3rd of December". */
  links: 'of',
  /** After these words and after a weekday, the word for tomorrow means the morning ("morgen" in German). */
  beforeMorning: '',
  /**
   * Single words for a recurrence: "weekly", "montags". The entries of this table and of the next mean: every day, other day,
   * week, other week, month, other month, quarter, half year, year, workday, weekend, Monday to Sunday; the last entry has
   * the words that are not understood.
   */
  repeats:
    'daily, , weekly, biweekly|fortnightly, monthly, bimonthly, quarterly, half-yearly, yearly|annually, weekdays, weekends, ' +
    'mondays, tuesdays, wednesdays, thursdays, fridays, saturdays, sundays, ' +
    'hourly|twice weekly|twice monthly|thrice weekly',
  /** Words after "every", in addition to weekdays, months and units: "every morning". */
  repeatUnits:
    'morning|afternoon|evening|night, , , fortnight, , , quarter|quarters, , , weekday|weekdays|workday|workdays, weekend|weekends, ' +
    'mondays, tuesdays, wednesdays, thursdays, fridays, saturdays, sundays, hour|hours|minutes',
  /** "every" before a day, a count or a unit; the same only before a count or a full name; how often, which is not understood. */
  repeatStarts: 'every|each|ev, once a|once every|once per, twice a|times a|twice every|times per',
  /** Words in a recurrence: without effect; every other; every third; every fourth; the last; the first; not understood. */
  repeatLinks:
    'and|&|of|on|the|single, other|second|alternate, third, fourth, last|end, first|start, or|-|–|to|through',
  /** Words between a recurrence and its days: without effect; before its first day ("weekly from Monday"); others; an exception. */
  repeatBounds:
    'on|the, from|starting|starts|beginning, since|until|till|to|ending|ends|for|but, except|excluding',
  /** Words between two days for more than one day: "Monday to Friday". */
  rangeLinks: 'to|till|until|through|and|or|-|–|—|&',
  /** Words before (leads) or after (tails) a day that is not the next one: "last Monday", "second Monday", "Monday after next". */
  otherDayLeads:
    'black|good|easter|cyber|ash|palm|last|past|previous|first|second|third|fourth|1st|2nd|3rd|4th',
  otherDayTails: 'ago|after next|week',
  /** After these words, a single word for a recurrence is an adjective: "the weekly report". */
  adjectiveLeads: 'the|a|my|our|your|his|her|their|this|last|next|alternate',
  /** Words between two names of one day, and after other links: "Friday, the 28th". */
  articles: 'the|on',
  /** Words for after ("2 weeks from Friday"), before, from now on, and, after a week only, on ("a week on Friday"). */
  offsetLinks: 'from|after, before, from now|from today|later|hence, on',
  /** Words before a month for its beginning, its middle and its end. */
  monthParts: 'start of|beginning of|first of, mid|middle of, end of',
  /** Words before a day without a month: "on the 15th"; before any number: "le 15"; before a number with a dot: "am 15." */
  monthDayLeads: 'the',
  /** Words before (leads) or after (units) the number of a time of day: "at 9", "um 14 Uhr". */
  timeLeads: 'at|@',
  timeUnits: "am|pm|a.m|p.m|o'clock|h",
  /** LOW, MEDIUM, HIGH. */
  importances: 'low|1|!3, medium|2|!2, high|3|!1',
  /** TODO, WORKING, DONE. */
  states: 'todo, working, done',
};

export type DateWords = Readonly<Record<keyof typeof dates, string>>;

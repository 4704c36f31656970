/**
 * The words of one language about dates, importance and state. Entries of a table are separated by commas and mean
 * their place in it; alternatives by `|`, and completion offers the first. Case and accents do not matter.
 */
export type Vocabulary = Readonly<Record<TableName, string>>;

export type TableName =
  /** From today on. */
  | 'daysAhead'
  /**
   * Next week, month and year; this and the next weekend, with the word before it: alone it is no date; the ends
   * of this and of the next week, of this and of the next month, and of the year; the week after next.
   */
  | 'periods'
  | 'weekdays'
  | 'shortWeekdays'
  /** Short names of weekdays that are no other word of the language. */
  | 'clearWeekdays'
  | 'months'
  /** Days, weeks, months, years. */
  | 'units'
  /** Before a count and a unit: "in 3 days". */
  | 'within'
  /** From one as far as people count in words: two weeks are fourteen days in German, fifteen in French. */
  | 'counts'
  /** Read together with the date that follows: "by Friday". */
  | 'leads'
  /** A short name that is also another word (`sun`, `so`, `mer`) names a day after one of these only. */
  | 'shortLeads'
  /** Before and after the name of a weekday only: "next Friday", "vendredi prochain". */
  | 'weekdayLeads'
  | 'weekdayTails'
  /** Between a weekday and next week, or a day and its month: "3rd of December". */
  | 'links'
  /** After these and after a weekday, the word for tomorrow means the morning. */
  | 'beforeMorning'
  /** That something repeats, in words that need no other: "weekly", "montags". */
  | 'repeats'
  /** "every" before a day, a count or a unit; then the words that mean it before a count or a full name only. */
  | 'repeatStarts'
  /** What repeats besides the weekdays, months and units: "every morning". */
  | 'repeatUnits'
  /** Between the words of a recurrence: "every other week", "every last day of the month". */
  | 'repeatLinks'
  /** Between a recurrence and its first or last day: "weekly from Monday". */
  | 'repeatBounds'
  /** Between two days that say more than one: "Monday to Friday". */
  | 'rangeLinks'
  /** Before and after a day that is not the next one: "last Monday", "second Monday", "Monday after next". */
  | 'otherDayLeads'
  | 'otherDayTails'
  /** Between two names of one day, and after other links: "Friday, the 28th". */
  | 'articles'
  /** After, before, and from now on: "2 weeks from Friday". */
  | 'offsetLinks'
  /** The beginning, the middle and the end of a month, before its name. */
  | 'monthParts'
  /** Before a day that has no month: "on the 15th". */
  | 'monthDayLeads'
  /** Before and after the number of a time of day: "at 9", "um 14 Uhr". */
  | 'timeLeads'
  | 'timeUnits'
  /** LOW, MEDIUM, HIGH. */
  | 'importances'
  /** TODO, WORKING, DONE. */
  | 'states';

import type { Vocabulary } from './vocabulary.ts';

export const english: Vocabulary = {
  daysAhead: 'today|eod|end of day|end of the day, tomorrow|tmrw|tmr, day after tomorrow',
  periods:
    'next week, next month, next year, this weekend|at the weekend|on the weekend|over the weekend, ' +
    'next weekend, end of week|end of the week|end of this week|eow, end of next week, ' +
    'end of month|end of the month|end of this month|eom|month end, end of next month, end of year|end of the year|eoy, the week after next|week after next|a week after next',
  weekdays: 'Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday',
  shortWeekdays: 'mon, tue|tues, wed, thu|thur|thurs, fri, sat, sun',
  clearWeekdays: 'mon|tue|tues|wed|thu|thur|thurs|fri',
  months:
    'January|jan, February|feb, March|mar, April|apr, May, June|jun, July|jul, August|aug, ' +
    'September|sep|sept, October|oct, November|nov, December|dec',
  units: 'days|day, weeks|week, months|month, years|year',
  within: 'in|within',
  counts: 'a|an|one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve',
  leads: 'on|by|due|for|until|till|before|the',
  shortLeads: 'on|by|due|next',
  weekdayLeads: 'next|this|coming',
  weekdayTails: '',
  links: 'of',
  beforeMorning: '',
  repeats:
    'daily|weekly|biweekly|fortnightly|monthly|bimonthly|quarterly|yearly|annually|hourly|mondays|tuesdays|' +
    'wednesdays|thursdays|fridays|saturdays|sundays|weekdays|weekends',
  repeatStarts: 'every|each|ev, once a|twice a|times a|once every|twice every|times per|once per',
  repeatUnits:
    'weekday|weekdays|weekend|weekends|workday|workdays|morning|afternoon|evening|night|hour|hours|minutes|' +
    'quarter|quarters|fortnight|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays',
  repeatLinks: 'other|and|or|of|the|second|third|fourth|last|first|single|&',
  repeatBounds: 'on|from|starting|beginning|since|until|till|to|ending|ends|for|the',
  rangeLinks: 'to|till|until|through|and|or|-|–|—|&',
  otherDayLeads: 'last|past|previous|first|second|third|fourth|1st|2nd|3rd|4th',
  otherDayTails: 'ago|after next|week',
  articles: 'the|on',
  offsetLinks: 'from|after, before, from now|from today|later|hence',
  monthParts: 'start of|beginning of|first of, mid|middle of, end of',
  monthDayLeads: 'the',
  timeLeads: 'at|@',
  timeUnits: "am|pm|a.m|p.m|o'clock|h",
  importances: 'low|1, medium|2, high|3',
  states: 'todo, working, done',
};

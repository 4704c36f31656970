import type { Vocabulary } from './vocabulary.ts';

export const english: Vocabulary = {
  daysAhead: 'today|tonight|this evening, tomorrow|tmrw|tmr, day after tomorrow',
  periods: 'next week, next month, next year, this weekend|at the weekend|on the weekend|over the weekend',
  weekdays: 'Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday',
  shortWeekdays: 'mon, tue|tues, wed, thu|thur|thurs, fri, sat, sun',
  clearWeekdays: 'mon|tue|tues|wed|thu|thur|thurs|fri',
  months:
    'January|jan, February|feb, March|mar, April|apr, May, June|jun, July|jul, August|aug, ' +
    'September|sep|sept, October|oct, November|nov, December|dec',
  units: 'days|day, weeks|week, months|month, years|year',
  within: 'in',
  counts: 'a|an|one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve',
  leads: 'on|by|due|for|until|till|before|the',
  shortLeads: 'on|by|due|next',
  weekdayLeads: 'next|this|coming',
  weekdayTails: '',
  links: 'of',
  beforeMorning: '',
  importances: 'low|1, medium|2, high|3',
  states: 'todo, working, done',
};

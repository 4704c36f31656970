import { countEnglish as count } from '../language.ts';

/** The views: list, board, month and plan. */
export const views = {
  label: 'View',
  names: { list: 'List', board: 'Board', month: 'Month', plan: 'Plan' },
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousWeek: 'Previous week',
  nextWeek: 'Next week',
  addHere: 'Add a task for this day',
  week: { print: 'Print the week' },
  plan: {
    title: 'Plan the day',
    open: 'Plan',
    load: (n: number, most: number) => (n > most ? `${n}, full` : `${n} of ${most}`),
    later: 'Next week',
    week: 'The coming days',
    nothing: 'Nothing to plan',
    planned: (n: number) => (n === 1 ? '1 task planned' : `${n} tasks planned`),
    undoAll: 'Undo all',
    keys: 'Keys 4 to 7 place the task as everywhere: today, tomorrow, at the weekend, next week. E finishes it, Delete deletes it, J goes on without placing it.',
  },
  repeats: (n: number) => count(n, 'repeat', 'repeats'),
  repeatsHere: 'repeats here',
  columnEmpty: 'Nothing here.',
  boardKeys:
    'Drag a task to another column, or press Shift and an arrow key. Arrow keys alone move from task to task.',
  more: (n: number) => `+ ${count(n, 'more', 'more')}`,
  monthKeys:
    'Arrow keys move from day to day and from task to task. Drag a task to another day, or press Shift and an arrow key. Enter on a day adds a task there.',
};

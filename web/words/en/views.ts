/** List, board and month. */
export const views = {
  label: 'View',
  names: { list: 'List', board: 'Board', month: 'Month' },
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  addHere: 'Add a task for this day',
  week: {
    print: 'Print the week',
    title: (from: string, to: string) => `${from} – ${to}`,
  },
  columnEmpty: 'Nothing here.',
  boardKeys:
    'Drag a task to another column, or press Shift and an arrow key. Arrow keys alone move from task to task.',
  more: (n: number) => `+ ${n} more`,
  monthKeys:
    'Arrow keys move from day to day and from task to task. Drag a task to another day, or press Shift and an arrow key. Enter on a day adds a task there.',
};

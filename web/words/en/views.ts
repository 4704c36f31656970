/** List, board and month. */
export const views = {
  label: 'View',
  names: { list: 'List', board: 'Board', month: 'Month' },
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  addHere: 'Add a task for this day',
  columnEmpty: 'Nothing here.',
  boardKeys: 'Arrow keys go from task to task. With Shift they move the task to the next column.',
};

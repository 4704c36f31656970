/** List, board and month. */
export const views = {
  label: 'View',
  names: { list: 'List', board: 'Board', month: 'Month' },
};

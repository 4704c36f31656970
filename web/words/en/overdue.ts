/** The group of overdue tasks. */
export const overdue = {
  allToToday: 'All to today',
  spread: 'Spread',
  fiveADay: ', five a day',
  spreadUntil: (day: string) => `five a day until ${day}`,
  keysHint:
    'After you move, finish or delete an overdue task, the next one has the focus. While no task has it, the first one is moved or finished.',
};

/** The group of overdue tasks. */
export const overdue = {
  allToToday: 'All to today',
  spread: 'Spread',
  aDay: (most: number) => `, ${most} a day`,
  spreadUntil: (most: number, day: string) => `${most} a day until ${day}`,
  keysHint:
    'After you move, finish or delete an overdue task, the next one has the focus. While no task has it, the first one is moved or finished.',
};

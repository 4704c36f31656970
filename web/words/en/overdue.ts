/** The group of overdue tasks. */
export const overdue = {
  allToToday: 'All to today',
  spread: 'Spread',
  fiveADay: ', five a day',
  spreadUntil: (day: string) => `five a day until ${day}`,
  keysHint:
    'One key each: what moves, finishes or deletes an overdue task leads to the next one. The first is moved or finished without the focus.',
};

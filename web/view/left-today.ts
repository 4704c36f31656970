import type { Row } from '../sync/rows.ts';

/** How many open tasks are due today or overdue. The rows are in the order of their dates. */
export function leftToday(rows: readonly Row[], todayIso: string): number {
  const next = rows.findIndex(({ fields }) => fields.dueDate > todayIso);
  return rows.slice(0, next < 0 ? rows.length : next).filter(({ fields }) => fields.state !== 'DONE').length;
}

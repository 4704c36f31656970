import { daysLate } from '../sync/fields.ts';
import { overdueRows } from '../view/overdue.ts';
import type { Row } from '../sync/rows.ts';
import type { Workspace } from '../ui/page-context.ts';
import { focusRow, keyBeside } from './focus.ts';

/**
 * After rows were moved, finished or deleted: if one of them was overdue, the next one that still is has the focus, so that the
 * next key is for it. `before` are the rows as they were. Returns whether there was one.
 */
export function focusNextOverdue(
  { tools, found, todayIso }: Pick<Workspace, 'tools' | 'found' | 'todayIso'>,
  before: readonly Row[],
): boolean {
  const settled = before.filter(({ fields }) => daysLate(fields, todayIso) > 0).map(({ key }) => key);
  if (settled.length === 0) return false;
  const overdue = new Set(overdueRows(found.value, todayIso).map(({ key }) => key));
  const order = tools.order.value;
  const from = order.findIndex((key) => settled.includes(key));
  const next = keyBeside(order, (key) => !overdue.has(key), from);
  if (next !== null) focusRow(tools, next);
  return next !== null;
}

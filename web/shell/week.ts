import { addDays } from '../dates/calendar.ts';
import type { Row } from '../sync/rows.ts';

/** What is open now and in the coming seven days, today among them. */
export type Week = {
  readonly overdue: readonly Row[];
  readonly days: readonly { readonly iso: string; readonly rows: readonly Row[] }[];
};

export function weekFrom(rows: readonly Row[], todayIso: string): Week {
  const open = rows.filter(({ fields }) => fields.state !== 'DONE');
  const byDay = Map.groupBy(open, ({ fields }) => fields.dueDate);
  return {
    overdue: open.filter(({ fields }) => fields.dueDate < todayIso),
    days: [0, 1, 2, 3, 4, 5, 6]
      .map((days) => addDays(todayIso, days))
      .map((iso) => ({ iso, rows: byDay.get(iso) ?? [] })),
  };
}

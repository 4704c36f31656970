import type { ComponentChildren } from 'preact';

import { daysBetween } from '../dates/calendar.ts';
import { useDays, useTasks, useWords } from './page-context.ts';

/** A day as it is shown: the nearest ones by name, any other as "Tue 24 Nov". */
export function useSayDay(): (iso: string) => string {
  const { names } = useWords().date;
  const days = useDays();
  const { todayIso } = useTasks();
  return (iso) => {
    const name = near.get(daysBetween(todayIso, iso));
    return name === undefined ? days.brief(iso, todayIso) : names[name];
  };
}

/** A day as it is shown, or as given, for the eye; screen readers have the whole date. */
export function DayWords({ iso, shown }: { iso: string; shown?: string }) {
  const sayDay = useSayDay();
  const days = useDays();
  return (
    <>
      <span aria-hidden="true">{shown ?? sayDay(iso)}</span>
      <span class="unseen">{days.full(iso)}</span>
    </>
  );
}

const near = new Map<number, 'yesterday' | 'today' | 'tomorrow'>([
  [-1, 'yesterday'],
  [0, 'today'],
  [1, 'tomorrow'],
]);

/** A date as a large numeral, with weekday and month small beside it; screen readers have it in words elsewhere. */
export function DayMark({ iso, children }: { iso: string; children?: ComponentChildren }) {
  const days = useDays();
  return (
    <span class="day-mark" aria-hidden="true">
      <span class="numeral">{days.day(iso)}</span>
      <span class="day-words">
        <span>{days.weekday(iso)}</span>
        <span>{days.month(iso)}</span>
      </span>
      {children}
    </span>
  );
}

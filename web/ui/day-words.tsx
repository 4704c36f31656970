import type { ComponentChildren } from 'preact';

import { useDays } from './page-context.ts';
import { useSayDay } from './say.ts';

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

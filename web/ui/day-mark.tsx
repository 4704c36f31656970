import type { ComponentChildren } from 'preact';

import { useDays } from './page-context.ts';

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

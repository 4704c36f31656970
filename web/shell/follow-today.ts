import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';

import { todayAt } from '../dates/calendar.ts';

/** Today's date in the person's time zone. It changes within 20 s of midnight, and before the page is used again after a sleep. */
export function followToday(): ReadonlySignal<string> {
  const today = signal(todayAt(Date.now()));
  const read = () => void (today.value = todayAt(Date.now()));
  setInterval(read, 20_000);
  for (const name of ['visibilitychange', 'focus']) addEventListener(name, read);
  // A click, not its press: a row that moves between press and release gets no click.
  for (const name of ['click', 'keydown']) addEventListener(name, read, true);
  return today;
}

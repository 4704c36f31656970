import type { ReadonlySignal } from '@preact/signals-core';

import type { Row } from '../sync/rows.ts';
import { isToDoNow } from '../view/due.ts';
import { timeOf } from '../view/pieces.ts';

/** A moment of the page's clock, in the person's time zone. */
export type Moment = { readonly dayIso: string; readonly minutes: number };

/** The open tasks of which the time of day has come after `before`, until `now`; those of an earlier day are overdue instead. */
export function rowsToRemind(rows: readonly Row[], before: Moment, now: Moment): readonly Row[] {
  // The page was asleep at midnight: the day begins with its first minute.
  const from = before.dayIso === now.dayIso ? before.minutes : -1;
  return rows.filter(({ fields }) => {
    if (fields.dueDate !== now.dayIso || !isToDoNow(fields, now.dayIso)) return false;
    const minutes = timeOf(fields.description);
    return minutes !== undefined && minutes > from && minutes <= now.minutes;
  });
}

const clockIntervalMs = 15_000;

/**
 * Shows a notification at the time of each task until `ending` is aborted. One tab of a browser does so, the one with the lock: from
 * two, a notification that a person has dismissed would come back.
 */
export async function showReminders(
  rows: ReadonlySignal<readonly Row[]>,
  momentNow: () => Moment,
  ending: AbortSignal,
): Promise<void> {
  const whileOpen = () =>
    new Promise<void>((resolve) => {
      const stop = followClock(rows, momentNow);
      ending.addEventListener('abort', () => {
        stop();
        resolve();
      });
    });
  await navigator.locks.request('dueline-reminders', { signal: ending }, whileOpen);
}

function followClock(rows: ReadonlySignal<readonly Row[]>, momentNow: () => Moment): () => void {
  let last = momentNow();
  const timer = setInterval(() => {
    const now = momentNow();
    for (const row of rowsToRemind(rows.value, last, now)) void remind(row);
    last = now;
  }, clockIntervalMs);
  return () => clearInterval(timer);
}

/** Chromium on Android needs the service worker for a notification. */
async function remind({ key, saved, fields }: Row): Promise<void> {
  const options = { tag: `dueline-${saved?.id ?? key}-${fields.dueDate}`, icon: '/icon-192.png' };
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration) return registration.showNotification(fields.description, options);
  const notification = new Notification(fields.description, options);
  notification.addEventListener('click', () => window.focus());
}

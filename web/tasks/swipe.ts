import { addDays } from '../dates/calendar.ts';
import type { Fields } from '../sync/fields.ts';

/** Before this a finger has no direction yet. */
const slackPx = 10;

/** From here on letting go does something. */
export const enoughPx = 88;

/** A finger that goes down the page scrolls, whatever it does afterwards; null before it has a direction. */
export function isSwipe(dx: number, dy: number): boolean | null {
  if (Math.abs(dy) >= slackPx && Math.abs(dy) > Math.abs(dx) / 2) return false;
  return Math.abs(dx) >= slackPx ? true : null;
}

/** What a swipe to the right makes of a task: done, or to do again; on the board one column on. */
export const nextState = (state: Fields['state'], onBoard: boolean): Fields['state'] =>
  state === 'DONE' ? 'TODO' : onBoard && state === 'TODO' ? 'WORKING' : 'DONE';

/** A day later; what is late or due today is put off until tomorrow. */
export const putOff = (dueDate: string, todayIso: string): string =>
  addDays(dueDate < todayIso ? todayIso : dueDate, 1);

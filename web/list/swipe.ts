import { addDays } from '../dates/calendar.ts';

/** Before this a finger has no direction yet. */
const slackPx = 10;

/** From here on letting go does something. */
export const enoughPx = 88;

/** A finger that goes down the page scrolls, whatever it does afterwards; null before it has a direction. */
export function isSwipe(dx: number, dy: number): boolean | null {
  if (Math.abs(dy) >= slackPx && Math.abs(dy) > Math.abs(dx) / 2) return false;
  return Math.abs(dx) >= slackPx ? true : null;
}

/** A day later; what is late or due today is put off until tomorrow. */
export const putOff = (dueDate: string, todayIso: string): string =>
  addDays(dueDate < todayIso ? todayIso : dueDate, 1);

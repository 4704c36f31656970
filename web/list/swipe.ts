import { addDays } from '../dates/calendar.ts';

type Point = { readonly x: number; readonly y: number };

/** A finger on a row. Once it goes sideways it no longer scrolls; distances are in CSS pixels. */
export type Swipe =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pressed'; readonly rowKey: string; readonly from: Point }
  | { readonly kind: 'swiping'; readonly rowKey: string; readonly from: Point; readonly px: number };

export type SwipeEvent =
  | { readonly kind: 'press'; readonly rowKey: string; readonly at: Point }
  | { readonly kind: 'move'; readonly at: Point }
  | { readonly kind: 'end' };

export type Side = 'left' | 'right';

export const noSwipe: Swipe = { kind: 'idle' };

/** Before this a finger has no direction yet. */
const slackPx = 10;

/** From here on letting go does something. */
const enoughPx = 88;

/** Pure: what a finger's next event makes of it. */
export function reduceSwipe(swipe: Swipe, event: SwipeEvent): Swipe {
  if (event.kind === 'end') return noSwipe;
  if (event.kind === 'press') return { kind: 'pressed', rowKey: event.rowKey, from: event.at };
  if (swipe.kind === 'idle') return swipe;
  const { rowKey, from } = swipe;
  const px = event.at.x - from.x;
  const downPx = Math.abs(event.at.y - from.y);
  if (swipe.kind === 'swiping') return { ...swipe, px };
  if (downPx >= slackPx && downPx > Math.abs(px) / 2) return noSwipe;
  return Math.abs(px) >= slackPx ? { kind: 'swiping', rowKey, from, px } : swipe;
}

/** To which side the finger has gone, and whether far enough. */
export function sideOf(swipe: Swipe): { readonly side: Side; readonly enough: boolean } | null {
  if (swipe.kind !== 'swiping') return null;
  return { side: swipe.px > 0 ? 'right' : 'left', enough: Math.abs(swipe.px) >= enoughPx };
}

/** A day later; what is late or due today is put off until tomorrow. */
export const putOff = (dueDate: string, todayIso: string): string =>
  addDays(dueDate < todayIso ? todayIso : dueDate, 1);

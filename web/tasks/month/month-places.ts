import type { Place } from './month-weeks.ts';

/** The place of an element in the grid. */
export function placeOf(target: EventTarget | null): Place | null {
  const day = target instanceof Element ? target.closest<HTMLElement>('.month-day') : null;
  const iso = day?.dataset['day'];
  if (!day || iso === undefined) return null;
  const at = buttonsIn(day).findIndex((button) => button === target);
  return { iso, at: Math.max(0, at) };
}

/** Puts the focus on a place of a drawn day. */
export function focusPlace({ iso, at }: Place): void {
  const day = document.querySelector(`.month-day[data-day="${iso}"]`);
  const [number, ...inside] = day ? buttonsIn(day) : [];
  (inside[at - 1] ?? number)?.focus({ preventScroll: true });
  day?.scrollIntoView({ block: 'nearest' });
}

const buttonsIn = (day: Element) => [...day.querySelectorAll<HTMLElement>('button:not(.tag)')];

import { useLayoutEffect, useMemo, useState } from 'preact/hooks';

import { drawnRow } from './focus.ts';

/** With more of them nobody could follow. */
const mostTravellers = 20;

/** When what is shown changes, rows that are drawn in another list than before travel there from where they were. */
export function useTravel(shown: unknown): void {
  const [first] = useState(shown);
  // The change is not drawn yet.
  const before = useMemo(() => (shown === first ? [] : drawnRows()), [shown, first]);
  useLayoutEffect(() => {
    before
      .flatMap(({ key, list, box }) => {
        const row = drawnRow(key);
        return row === null || row.parentElement === list ? [] : [{ row, box }];
      })
      .slice(0, mostTravellers)
      .forEach(({ row, box }) => travelFrom(row, box));
  }, [before]);
}

/** A row where it is now, seen to come from a place in the window. */
export function travelFrom(row: HTMLElement, { left, top }: DOMRect): void {
  const now = row.getBoundingClientRect();
  const from = `${left - now.left}px ${top - now.top}px`;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) row.animate({ opacity: [0, 1] }, 100);
  else row.animate({ translate: [from, '0 0'], zIndex: [1, 1] }, { duration: 160, easing: 'ease-out' });
}

const drawnRows = () =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].map((row) => ({
    key: row.dataset['row'] ?? '',
    list: row.parentElement,
    box: row.getBoundingClientRect(),
  }));

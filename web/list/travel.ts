import { useLayoutEffect, useMemo, useState } from 'preact/hooks';

import type { Item } from '../model/groups.ts';
import { drawnRow } from './focus.ts';

/** Nobody could follow more rows than this. */
const mostTravellers = 20;

/** Rows whose group changes are seen to move from their old place to the new one. */
export function useTravel(items: readonly Item[]): void {
  const [first] = useState(items);
  // While this is rendered the page still shows the old places.
  const travellers = useMemo(() => (items === first ? [] : travellersTo(items)), [items, first]);
  useLayoutEffect(() => {
    for (const { key, box } of travellers) {
      const row = drawnRow(key);
      if (row !== null) travelFrom(row, box);
    }
  }, [travellers]);
}

/** Shows a row on its way from a place in the window to where it is drawn. */
export function travelFrom(row: HTMLElement, { left, top }: DOMRect): void {
  const now = row.getBoundingClientRect();
  const from = `${left - now.left}px ${top - now.top}px`;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) row.animate({ opacity: [0, 1] }, 100);
  else row.animate({ translate: [from, '0 0'], zIndex: [1, 1] }, { duration: 160, easing: 'ease-out' });
}

function travellersTo(items: readonly Item[]) {
  const drawn = new Map(
    [...document.querySelectorAll<HTMLElement>('[data-row]')].map((row) => [row.dataset['row'], row]),
  );
  return items
    .filter(({ key, group }) => drawn.has(key) && drawn.get(key)?.dataset['group'] !== group)
    .slice(0, mostTravellers)
    .map(({ key }) => ({ key, box: drawn.get(key)?.getBoundingClientRect() ?? new DOMRect() }));
}

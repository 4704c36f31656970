import { computed } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

import { onChange } from '../device/on-change.ts';
import type { Item } from '../view/groups.ts';
import { drawnRow } from './focus.ts';
import { useTasks } from './workspace.ts';

/** Nobody could follow more rows than this. */
const mostTravellers = 20;

/** Rows whose group changes are seen to move from their old place to the new one. */
export function useTravel(items: readonly Item[]): void {
  const { found, actions, tools } = useTasks();
  const beforeRef = useRef<Places | null>(null);
  useLayoutEffect(() => {
    // Before any of the change is drawn: after that the browser would have to lay out the page for each place that is asked for.
    const note = () => void (beforeRef.current = placesNow());
    return onChange(
      computed(() => [found.value, actions.lingering.value, tools.query.value]),
      note,
    );
  }, [found, actions, tools]);
  useLayoutEffect(() => {
    const before = beforeRef.current;
    beforeRef.current = null;
    if (before === null) return;
    const travellers = items.filter(({ key, group }) => (before.get(key)?.group ?? group) !== group);
    for (const { key } of travellers.slice(0, mostTravellers)) {
      const [row, box] = [drawnRow(key), before.get(key)?.box];
      if (row !== null && box) travelFrom(row, box);
    }
  });
}

type Places = ReadonlyMap<string | undefined, { readonly group: string | undefined; readonly box: DOMRect }>;

const placesNow = (): Places =>
  new Map(
    [...document.querySelectorAll<HTMLElement>('[data-row]')].map((row) => [
      row.dataset['row'],
      { group: row.dataset['group'], box: row.getBoundingClientRect() },
    ]),
  );

/** Shows a row on its way from a place in the window to where it is drawn. */
export function travelFrom(row: HTMLElement, { left, top }: DOMRect): void {
  const now = row.getBoundingClientRect();
  const from = `${left - now.left}px ${top - now.top}px`;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) row.animate({ opacity: [0, 1] }, 100);
  else row.animate({ translate: [from, '0 0'], zIndex: [1, 1] }, { duration: 160, easing: 'ease-out' });
}

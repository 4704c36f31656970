import { computed } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

import { useTasks } from './workspace.ts';

/** The eye cannot follow more moving rows than this. */
const mostTravellers = 20;

/** Animates rows whose group changes, from their old place to the new one. */
export function useMoveAnimation(): void {
  const { matches, actions, viewState } = useTasks();
  const beforeRef = useRef<ReadonlyMap<string | undefined, ReturnType<typeof groupAndBox>> | null>(
    null,
  );
  useLayoutEffect(() => {
    // The places are read before the change is drawn: after it, the browser would need a new layout to read them.
    let isFollowing = false;
    const changes = computed(() => [matches.value, actions.lingering.value, viewState.query.value]);
    const unfollow = changes.subscribe(() => {
      if (isFollowing)
        beforeRef.current = new Map(
          drawnRows().map((row) => [row.dataset['row'], groupAndBox(row)]),
        );
    });
    isFollowing = true;
    return unfollow;
  }, [matches, actions, viewState]);
  useLayoutEffect(() => {
    const before = beforeRef.current;
    beforeRef.current = null;
    if (before === null) return;
    const travellers = drawnRows().flatMap((row) => {
      const old = before.get(row.dataset['row']);
      if (old === undefined || old.group === groupOf(row)) return [];
      return [{ row, box: old.box }];
    });
    for (const { row, box } of travellers.slice(0, mostTravellers)) travelFrom(row, box);
  });
}

const drawnRows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];

/** The group of a row; on the board the same day is in several columns. */
const groupOf = (row: HTMLElement): string =>
  `${row.closest<HTMLElement>('[data-column]')?.dataset['column']} ${row.dataset['group']}`;

const groupAndBox = (row: HTMLElement) => ({
  group: groupOf(row),
  box: row.getBoundingClientRect(),
});

/** Animates a row from a place in the window to its drawn place. */
export function travelFrom(row: HTMLElement, { left, top }: DOMRect): void {
  const now = row.getBoundingClientRect();
  const from = `${left - now.left}px ${top - now.top}px`;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) row.animate({ opacity: [0, 1] }, 100);
  else
    row.animate(
      { translate: [from, '0 0'], zIndex: [1, 1] },
      { duration: 150, easing: 'ease-out' },
    );
}

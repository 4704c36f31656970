import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import { createStore } from '../state/store.ts';
import { beforeTravel, travellersBetween } from './travel.ts';
import type { Place } from './travel.ts';
import { transition } from './transition.ts';

/** A transition begins a frame later. With more rows than this a frame takes so long that it would be felt. */
const mostRows = 200;

/** Places as they are to be drawn: rows that go to another place travel there. What is done to them meanwhile counts at once. */
export function useTravel<Of extends Place>(places: readonly Of[]): readonly Of[] {
  const [drawn] = useState(() => createStore<readonly Of[], readonly Of[]>((_, next) => next, places));
  const [, redraw] = useState(0);
  const latestRef = useRef(places);
  const leavingRef = useRef(false);
  const before = drawn.get();
  const travellers = before === places ? [] : travellersTo(places, before);

  useLayoutEffect(() => {
    latestRef.current = places;
    if (travellers.length === 0) drawn.dispatch(places);
    else if (!leavingRef.current) {
      leavingRef.current = true;
      transition(() => {
        leavingRef.current = false;
        drawn.dispatch(latestRef.current);
        redraw((turn) => turn + 1);
      }, travellers);
    }
  });

  return travellers.length === 0 ? places : beforeTravel(before, places);
}

/** None, unless all of them are in sight: what stands nowhere yet has no way to go. */
function travellersTo(places: readonly Place[], before: readonly Place[]): readonly string[] {
  const count = places.reduce((sum, { rows }) => sum + rows.length, 0);
  if (count > mostRows || document.visibilityState !== 'visible') return [];
  const travellers = travellersBetween(before, places);
  return travellers.every(isDrawn) ? travellers : [];
}

const isDrawn = (rowKey: string): boolean =>
  document.querySelector(`[data-row="${CSS.escape(rowKey)}"]`) !== null;

import type { Fields } from '../model/fields.ts';
import './marks.css';

/** The state as a ring: empty, half filled, filled with a tick. Its meaning stands in words beside it. */
export function StateRing({ state }: { state: Fields['state'] }) {
  return (
    <svg class="ring-mark" data-state={state} viewBox="0 0 20 20" aria-hidden="true">
      <circle class="ring-line" cx="10" cy="10" r="8" />
      {state === 'WORKING' && <path class="ring-half" d="M10 4.5a5.5 5.5 0 0 1 0 11z" />}
      {state === 'DONE' && <path class="ring-tick" d="M6.2 10.4l2.6 2.6 5-5.6" pathLength={1} />}
    </svg>
  );
}

import { useState } from 'preact/hooks';
import type { TargetedFocusEvent } from 'preact';

/** How long a press may take that begins by taking the focus away. */
const longestPressMs = 250;

/**
 * Whether a form that folds is open: while something in it has the focus, and until the press is over that takes the
 * focus away. Were it to fold before, that press would miss what it is for.
 */
export function useUnfolded() {
  const [unfolded, setUnfolded] = useState(false);

  function leave({ currentTarget: form, relatedTarget }: TargetedFocusEvent<HTMLFormElement>): void {
    if (relatedTarget instanceof Node && form.contains(relatedTarget)) return;
    const pressed = new AbortController();
    const fold = () => {
      clearTimeout(timer);
      pressed.abort();
      if (!form.contains(document.activeElement)) setUnfolded(false);
    };
    const timer = setTimeout(fold, longestPressMs);
    document.addEventListener('click', () => setTimeout(fold), { signal: pressed.signal });
  }

  return { unfolded, events: { onFocusIn: () => setUnfolded(true), onFocusOut: leave } };
}

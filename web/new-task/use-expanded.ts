import { useState } from 'preact/hooks';
import type { TargetedFocusEvent } from 'preact';

/** How long a press may take whose beginning takes the focus away. */
const longestPressMs = 250;

/**
 * Whether a form that collapses is expanded: while something in it has the focus, and until the press is over that takes
 * the focus away. If it collapsed earlier, the press would miss its target.
 */
export function useExpanded() {
  const [expanded, setExpanded] = useState(false);

  function leave({ currentTarget: form, relatedTarget }: TargetedFocusEvent<HTMLFormElement>): void {
    if (relatedTarget instanceof Node && form.contains(relatedTarget)) return;
    const pressed = new AbortController();
    const collapse = () => {
      clearTimeout(timer);
      pressed.abort();
      if (!form.contains(document.activeElement)) setExpanded(false);
    };
    const timer = setTimeout(collapse, longestPressMs);
    document.addEventListener('click', () => setTimeout(collapse), { signal: pressed.signal });
  }

  return { expanded, events: { onFocusIn: () => setExpanded(true), onFocusOut: leave } };
}

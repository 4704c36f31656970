import { useLayoutEffect, useRef } from 'preact/hooks';
import type { TargetedMouseEvent } from 'preact';

import { useSay, useView, useWords } from '../ui/page-context.ts';
import { addressOf, viewNames } from '../view/view.ts';
import type { View } from '../view/view.ts';

/** Links between the views, so that each can be bookmarked and opened in a tab of its own. */
export function ViewSwitch() {
  const { views } = useWords();
  const opened = useView();
  const view = opened.value;
  const navRef = useRef<HTMLElement>(null);
  useTold(view, navRef);

  function open(event: TargetedMouseEvent<HTMLAnchorElement>, name: View): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // At once: a cross-fade would take a picture of the whole page first, which is felt.
    opened.value = name;
  }

  return (
    <nav ref={navRef} class="view-switch" aria-label={views.label}>
      {viewNames.map((name) => (
        <a
          key={name}
          href={addressOf(name, location.href)}
          aria-current={name === view ? 'page' : undefined}
          onClick={(event) => open(event, name)}
        >
          {views.names[name]}
        </a>
      ))}
    </nav>
  );
}

/** A view that changes is spoken, and takes over the focus if the old one had it. */
function useTold(view: View, navRef: { readonly current: HTMLElement | null }): void {
  const { views } = useWords();
  const say = useSay();
  const toldRef = useRef(view);
  useLayoutEffect(() => {
    if (toldRef.current === view) return;
    toldRef.current = view;
    say(views.names[view]);
    if (document.activeElement === document.body) {
      navRef.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
    }
  });
}

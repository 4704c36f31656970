import { signal } from '@preact/signals-core';
import type { Signal } from '@preact/signals-core';

/** The ways to look at the same tasks. The first is the one that the bare address shows. */
export type View = 'list' | 'board' | 'month';
export const viewNames: readonly View[] = ['list', 'board', 'month'];

/** The view that an address asks for; an unknown one is the list. */
export function viewOf(href: string): View {
  const asked = new URL(href).searchParams.get('view');
  return viewNames.find((each) => each === asked) ?? 'list';
}

/** The same address with another view; everything else in it stays. */
export function addressOf(view: View, href: string): string {
  const url = new URL(href);
  if (view === 'list') url.searchParams.delete('view');
  else url.searchParams.set('view', view);
  return `${url.pathname}${url.search}${url.hash}`;
}

type Browser = {
  readonly location: { readonly href: string };
  readonly history: { pushState: (data: null, unused: '', address: string) => void };
  addEventListener: (type: 'popstate', listener: () => void) => void;
};

/** The view that is open: each change is one step of the history, and going back through it changes the view. */
export function openView(browser: Browser): Signal<View> {
  const { location, history } = browser;
  const view = signal(viewOf(location.href));
  view.subscribe((next) => {
    if (viewOf(location.href) !== next) history.pushState(null, '', addressOf(next, location.href));
  });
  browser.addEventListener('popstate', () => (view.value = viewOf(location.href)));
  return view;
}

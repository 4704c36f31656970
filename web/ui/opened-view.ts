import { createContext } from 'preact';

import { createStore } from '../state/store.ts';
import type { Store } from '../state/store.ts';
import { addressOf, viewOf } from '../model/view.ts';
import type { View } from '../model/view.ts';

export type OpenedView = Store<View, View>;

type Browser = {
  readonly location: { readonly href: string };
  readonly history: { pushState: (data: null, unused: '', address: string) => void };
  addEventListener: (type: 'popstate', listener: () => void) => void;
};

/** The view that is open: each change is one step of the history, and going back through it changes the view. */
export function openView(browser: Browser): OpenedView {
  const { location, history } = browser;
  const view = createStore<View, View>((_, next) => next, viewOf(location.href));
  view.subscribe(() => {
    const next = view.get();
    if (viewOf(location.href) !== next) history.pushState(null, '', addressOf(next, location.href));
  });
  browser.addEventListener('popstate', () => view.dispatch(viewOf(location.href)));
  return view;
}

/** Whatever opens a view: a link, a key, a command. */
export const ViewContext = createContext<OpenedView>(createStore<View, View>((_, next) => next, 'list'));

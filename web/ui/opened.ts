import { createContext } from 'preact';

import { createStore } from '../state/store.ts';
import type { Store } from '../state/store.ts';

/** The dialogs of the whole page. One at most is open. */
export type DialogName = 'settings' | 'exchange' | 'palette' | 'keys' | 'leave';
export type Opened = Store<DialogName | null, DialogName | null>;

export const createOpened = (): Opened =>
  createStore<DialogName | null, DialogName | null>((_, next) => next, null);

/** Whatever opens a dialog: a menu, a key, a command. */
export const OpenedContext = createContext<Opened>(createOpened());

import type { CurrentUserResponse } from '../../contract/auth.ts';
import type { Api } from '../api/api.ts';
import type { Fault, Outcome } from '../api/fault.ts';
import type { Keep } from '../state/keep.ts';
import { createStore } from '../state/store.ts';
import type { Store } from '../state/store.ts';
import { usableProviders } from './providers.ts';
import type { UsableProvider } from './providers.ts';

/** Who the page works for. `ended` tells an ended session from a first visit. */
export type Who =
  | { readonly kind: 'asking' }
  | { readonly kind: 'signed-in'; readonly user: CurrentUserResponse }
  | { readonly kind: 'signed-out'; readonly ended: boolean }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'unknown'; readonly fault: Fault };

/** No usable provider at all means that sign-in is not configured. */
export type Options =
  | { readonly kind: 'asking' }
  | { readonly kind: 'listed'; readonly usable: readonly UsableProvider[] }
  | { readonly kind: 'unknown'; readonly fault: Fault };

export type SessionState = { readonly who: Who; readonly options: Options };

export type Session = {
  store: Store<SessionState, Partial<SessionState>>;
  /** Asks who is signed in and how one could sign in, both at once. */
  start: () => Promise<void>;
  /** Some call was answered as if nobody were signed in. */
  expire: () => void;
  /** The person is leaving on purpose: the next page will not speak of an ended session. */
  forget: () => void;
  /** Where the page was opened without a connection, asks who is signed in as soon as there is one. */
  confirm: () => Promise<void>;
  /** Whether this browser still belongs to whom this page is for; another tab may have signed in someone else. */
  isStill: () => boolean;
};

type Parts = {
  api: Pick<Api, 'me' | 'listProviders'>;
  keep: Keep;
  origin: string;
  /** What is kept of the person's tasks for reading without a connection must go. */
  onLeft: () => void;
};

/**
 * Settled in decisions: only where a session is remembered does 401 mean that it has ended. What is remembered of it is the
 * email alone; without a connection the page opens for that person.
 */
export function createSession({ api, keep, origin, onLeft }: Parts): Session {
  let isConfirmed = true;
  const store = createStore<SessionState, Partial<SessionState>>(
    (state, change) => ({ ...state, ...change }),
    {
      who: { kind: 'asking' },
      options: { kind: 'asking' },
    },
  );

  function expire(): void {
    if (store.get().who.kind === 'signed-out') return;
    onLeft();
    store.dispatch({ who: { kind: 'signed-out', ended: keep.read('session') !== null } });
    if (store.get().options.kind === 'unknown') void askOptions();
  }

  async function askWho(): Promise<void> {
    store.dispatch({ who: { kind: 'asking' } });
    settle(await api.me());
  }

  function settle(outcome: Outcome<CurrentUserResponse>): void {
    const email = keep.read('session');
    isConfirmed = outcome.kind !== 'offline';
    if (outcome.kind === 'ok') {
      keep.write('session', outcome.value.email);
      store.dispatch({ who: { kind: 'signed-in', user: outcome.value } });
    } else if (outcome.kind === 'expired') expire();
    else if (outcome.kind === 'offline' && email !== null) {
      store.dispatch({ who: { kind: 'signed-in', user: { email } } });
    } else if (outcome.kind === 'refused' && outcome.status === 403) {
      store.dispatch({ who: { kind: 'refused', code: outcome.code } });
    } else store.dispatch({ who: { kind: 'unknown', fault: outcome } });
  }

  async function askOptions(): Promise<void> {
    store.dispatch({ options: { kind: 'asking' } });
    const outcome = await api.listProviders();
    if (outcome.kind === 'ok') {
      store.dispatch({ options: { kind: 'listed', usable: usableProviders(outcome.value, origin) } });
    } else store.dispatch({ options: { kind: 'unknown', fault: outcome } });
  }

  return {
    store,
    start: async () => void (await Promise.all([askWho(), askOptions()])),
    expire,
    forget() {
      keep.write('session', null);
      onLeft();
    },
    async confirm() {
      if (isConfirmed) return;
      isConfirmed = true;
      const outcome = await api.me();
      if (outcome.kind === 'ok' || outcome.kind === 'expired') settle(outcome);
      else isConfirmed = false;
    },
    isStill() {
      const { who } = store.get();
      const email = keep.read('session');
      return who.kind !== 'signed-in' || email === null || email === who.user.email;
    },
  };
}

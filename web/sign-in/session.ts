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
  /** Asks who is signed in, and where nobody is, how one could sign in. */
  start: () => Promise<void>;
  /** Asks again how one could sign in. */
  askOptions: () => Promise<void>;
  /** Some call was answered as if nobody were signed in. */
  expire: () => void;
  /** The person is leaving on purpose: this page asks no more who is signed in, and the next will not speak of an ended session. */
  forget: () => void;
  /** Whether the browser itself has asked who is signed in, and got an answer. */
  isConfirmed: () => boolean;
  /** Asks who is signed in where that is only remembered, for want of a connection, or came with the page. */
  confirm: () => Promise<void>;
  /** Whether this browser still belongs to whom this page is for; another tab may have signed in someone else. */
  isStill: () => boolean;
};

type Parts = {
  api: Pick<Api, 'me' | 'listProviders'>;
  keep: Keep;
  origin: string;
  /** Whether the first answer came with the page: the browser asks as well then (specification, flow 7). */
  cameWithPage: boolean;
  /** What is kept of the person's tasks for reading without a connection must go. */
  onLeft: () => void;
};

/**
 * Settled in decisions: only where a session is remembered does 401 mean that it has ended. What is remembered of it is the
 * email alone; without a connection the page opens for that person.
 */
export function createSession({ api, keep, origin, cameWithPage, onLeft }: Parts): Session {
  let isConfirmed = true;
  let isFirst = true;
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
    void askOptions();
  }

  async function start(): Promise<void> {
    store.dispatch({ who: { kind: 'asking' } });
    settle(await api.me());
    if (isFirst && cameWithPage) isConfirmed = false;
    isFirst = false;
  }

  function settle(outcome: Outcome<CurrentUserResponse>): void {
    const email = keep.read('session');
    isConfirmed = outcome.kind !== 'offline';
    if (outcome.kind === 'ok') {
      if (email !== outcome.value.email) keep.write('session', outcome.value.email);
      if (isNews(outcome.value)) store.dispatch({ who: { kind: 'signed-in', user: outcome.value } });
    } else if (outcome.kind === 'expired') expire();
    else if (outcome.kind === 'offline' && email !== null) {
      store.dispatch({ who: { kind: 'signed-in', user: { email } } });
    } else if (outcome.kind === 'refused' && outcome.status === 403) {
      store.dispatch({ who: { kind: 'refused', code: outcome.code } });
    } else store.dispatch({ who: { kind: 'unknown', fault: outcome } });
  }

  function isNews(user: CurrentUserResponse): boolean {
    const { who } = store.get();
    return who.kind !== 'signed-in' || JSON.stringify(who.user) !== JSON.stringify(user);
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
    start,
    askOptions,
    expire,
    forget() {
      isConfirmed = true;
      keep.write('session', null);
      onLeft();
    },
    isConfirmed: () => isConfirmed,
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

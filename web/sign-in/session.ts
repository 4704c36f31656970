import type { CurrentUserResponse } from '../../contract/auth.ts';
import type { Api } from '../service/api.ts';
import type { FirstAnswers } from '../service/first-answers.ts';
import type { Expired, Outcome } from '../service/fault.ts';
import { isUnrenewed } from '../service/fault.ts';
import type { Keep } from '../state/keep.ts';
import { createStore } from '../state/store.ts';
import type { Store } from '../state/store.ts';
import type { Leaving } from './leaving.ts';
import { askOptions } from './providers.ts';
import type { SessionState, Who } from './who.ts';

export type Session = {
  store: Store<SessionState, Partial<SessionState>>;
  /** Asks who is signed in, and where nobody is, how one could sign in. A sign-out that is due comes first. */
  start: () => Promise<void>;
  /** Asks again how one could sign in. */
  askOptions: () => Promise<void>;
  /** Some call was answered as if nobody were signed in, or somebody else. */
  expire: (fault: Expired) => void;
  /** The person signs out: nothing of theirs is shown, believed or kept from here on, whether the service can be told or not. */
  leave: () => Promise<void>;
  /** Looks at what other tabs have done: signed out, or signed somebody else in. */
  look: () => Promise<void>;
  /** The page comes back from where the browser kept it: asks who is there now. */
  comeBack: () => Promise<void>;
  /** Whether the browser itself has asked who is signed in, and got an answer. */
  isConfirmed: () => boolean;
  /** Asks who is signed in where that is only remembered, for want of a connection, or came with the page. */
  confirm: () => Promise<void>;
  /** Whether this browser still belongs to whom this page is for; another tab may have signed them out or someone else in. */
  isStill: () => boolean;
};

type Parts = {
  api: Pick<Api, 'me' | 'listProviders'>;
  keep: Keep;
  leaving: Leaving;
  origin: string;
  /** What came with the page. The browser asks who is signed in as well then (specification, flow 7). */
  first: FirstAnswers;
  /** What is kept of the person's tasks for reading without a connection must go. */
  onLeft: () => void;
  /** The service knows that nobody is signed in: a new page has nothing of the person in its memory. */
  onSignedOut: () => void;
};

/** What the person was promised to find again when their session has ended by itself. */
const keptWhenEnded = ['drafts', 'unsent'];

/**
 * Settled in decisions: only where a session is remembered does 401 mean that it has ended. What is remembered of it is the
 * email alone; without a connection the page opens for that person.
 */
export function createSession(parts: Parts): Session {
  const { api, keep, leaving, origin, onLeft, onSignedOut } = parts;
  let isConfirmed = true;
  let { first } = parts;
  let isFinishing = false;
  /** Whether this device remembers who is signed in; where storage is refused it does not. */
  let remembers = false;
  const store = createStore<SessionState, Partial<SessionState>>(
    (state, change) => ({ ...state, ...change }),
    {
      who: { kind: 'asking' },
      options: { kind: 'asking' },
    },
  );
  const whoIs = () => store.get().who;
  const ownerOf = (who: Who) => (who.kind === 'signed-in' ? who.user.email : keep.read('session'));

  async function start(): Promise<void> {
    const { me, tasks } = first;
    first = {};
    if (leaving.isDue()) return finishLeaving();
    store.dispatch({ who: { kind: 'asking' } });
    await ask((outcome) => settle(outcome, tasks), me);
    if (me) isConfirmed = false;
  }

  /** An answer counts only where no other tab has signed anyone in or out since it was asked for. */
  async function ask(
    believe: (outcome: Outcome<CurrentUserResponse>) => void,
    came?: Response,
  ): Promise<void> {
    if (!isStill()) return look();
    const remembered = keep.read('session');
    const outcome = await api.me(came);
    if (whoIs().kind === 'leaving') return;
    if (!leaving.isDue() && keep.read('session') === remembered) return believe(outcome);
    await (whoIs().kind === 'signed-in' ? look() : start());
  }

  function settle(outcome: Outcome<CurrentUserResponse>, firstList?: Response): void {
    const email = keep.read('session');
    const isKnown = outcome.kind !== 'offline' && !isUnrenewed(outcome);
    isConfirmed = isKnown;
    if (outcome.kind === 'ok') {
      if (email !== outcome.value.email) keep.write('session', outcome.value.email);
      welcome(outcome.value, firstList);
    } else if (outcome.kind === 'expired') end();
    else if (!isKnown && email !== null) welcome({ email });
    else if (outcome.kind === 'refused' && outcome.status === 403) {
      store.dispatch({ who: { kind: 'refused', code: outcome.code } });
    } else store.dispatch({ who: { kind: 'unknown', fault: outcome } });
  }

  function welcome(user: CurrentUserResponse, firstList?: Response): void {
    const who = whoIs();
    remembers = keep.read('session') === user.email;
    if (who.kind === 'signed-in' && JSON.stringify(who.user) === JSON.stringify(user)) return;
    store.dispatch({ who: { kind: 'signed-in', user, ...(firstList && { firstList }) } });
  }

  /** Nobody is there any more. What is shown is closed first; then what nobody was promised goes from the device. */
  function end(): void {
    const owner = ownerOf(whoIs());
    store.dispatch({ who: { kind: 'signed-out', ended: keep.read('session') !== null } });
    if (owner !== null) keep.forgetOwner(owner, keptWhenEnded);
    onLeft();
    void askForWays();
  }

  /** Closes what is shown, and only then forgets: whatever is still under way finds nothing to write to. */
  function forgetEverything(): void {
    const owner = ownerOf(whoIs());
    store.dispatch({ who: { kind: 'leaving', stuck: false } });
    if (owner !== null) keep.forgetOwner(owner);
    keep.write('session', null);
    onLeft();
  }

  async function finishLeaving(): Promise<void> {
    if (whoIs().kind !== 'leaving') forgetEverything();
    if (isFinishing) return;
    isFinishing = true;
    const isDone = await leaving.finish();
    isFinishing = false;
    if (isDone) onSignedOut();
    else store.dispatch({ who: { kind: 'leaving', stuck: true } });
  }

  async function look(): Promise<void> {
    if (leaving.isDue()) return finishLeaving();
    if (whoIs().kind === 'leaving') return onSignedOut();
    if (isStill()) return;
    // Signed out elsewhere, and done with: this tab may have written something meanwhile.
    if (keep.read('session') === null) forgetEverything();
    await start();
  }

  function isStill(): boolean {
    const who = whoIs();
    if (who.kind !== 'signed-in') return true;
    const email = keep.read('session');
    return email === who.user.email || (email === null && !remembers);
  }

  async function askForWays(): Promise<void> {
    store.dispatch({ options: { kind: 'asking' } });
    store.dispatch({ options: await askOptions(api, origin) });
  }

  async function confirm(): Promise<void> {
    if (isConfirmed || whoIs().kind !== 'signed-in') return;
    isConfirmed = true;
    await ask((outcome) => {
      if (outcome.kind === 'ok' || outcome.kind === 'expired') settle(outcome);
      else isConfirmed = false;
    });
  }

  return {
    store,
    start,
    askOptions: askForWays,
    expire({ another }) {
      if (whoIs().kind !== 'signed-in') return;
      if (!another) end();
      else if (isStill()) void start();
      else void look();
    },
    leave() {
      leaving.begin();
      return look();
    },
    look,
    async comeBack() {
      await look();
      const { kind } = whoIs();
      if (kind === 'signed-out') await start();
      if (kind !== 'signed-in') return;
      isConfirmed = false;
      await confirm();
    },
    isConfirmed: () => isConfirmed,
    confirm,
    isStill,
  };
}

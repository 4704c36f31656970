import { computed, signal } from '@preact/signals-core';

import type { CurrentUserResponse } from '../../contract/auth.ts';
import type { Api, Expired, Outcome, Preloaded, PreloadedResponse } from '../service/api.ts';
import type { DeviceStorage } from '../device/storage.ts';
import { dueSignOutKey, kindsAfterExpiry, lastEmailKey, personKey } from '../device/stored-data.ts';
import type { Departure } from './departed-cookie.ts';
import { isStillSignedIn, nextAction, noSession, reduceSession } from './session-state.ts';
import type { Remembered, SessionEvent } from './session-state.ts';

export type Session = ReturnType<typeof createSession>;

type Dependencies = {
  api: Pick<Api, 'me' | 'signOut'>;
  storage: DeviceStorage;
  /** Who has signed out by the address of the service. */
  departure: Departure;
  /** The preloaded requests. */
  preloaded: Preloaded | undefined;
  /** Removes the person's data from the browser's cache. */
  onLeft: () => void;
  /** Opens `onward` or reloads, after the service has ended the session: the memory then has no data of the person. */
  onSignedOut: (onward?: string) => void;
};

/**
 * Follows who is signed in. The device remembers the person's email: with it a 401 means that a session has ended, and without a
 * connection the page opens for that person.
 */
export function createSession(dependencies: Dependencies) {
  const { api, storage, departure, preloaded, onLeft, onSignedOut } = dependencies;
  const state = signal(noSession);
  const dispatch = (event: SessionEvent) => void (state.value = reduceSession(state.value, event));
  const remembered = (): Remembered => ({
    email: storage.read(lastEmailKey),
    isSignOutDue: storage.read(dueSignOutKey) !== null,
  });
  let begun = preloaded;

  /** Requests who is signed in, after any sign-out that is due. */
  async function start(): Promise<void> {
    const { email, isSignOutDue } = remembered();
    // Preloaded requests do not count if another tab has signed somebody in or out since.
    const current = begun?.session === email ? begun : undefined;
    begun = undefined;
    if (isSignOutDue) return finishLeaving();
    dispatch({ kind: 'asked' });
    const outcome = await ask(current?.me);
    if (outcome) applyAnswer(outcome, current?.tasks);
  }

  /** Null for a response that does not count: another tab has signed somebody in or out since the request. */
  async function ask(response?: PreloadedResponse): Promise<Outcome<CurrentUserResponse> | null> {
    const before = remembered();
    const outcome = await api.me(response);
    const { who } = state.value;
    if (who.kind === 'leaving') return null;
    const now = remembered();
    if (!now.isSignOutDue && now.email === before.email) return outcome;
    if (who.kind === 'signed-in') await check();
    else await start();
    return null;
  }

  function applyAnswer(outcome: Outcome<CurrentUserResponse>, tasks?: PreloadedResponse): void {
    const { email } = remembered();
    const answered = { kind: 'answered', outcome, email, tasks } as const;
    if (outcome.kind === 'expired' && hasDeparted(email)) return forgetDeparted(outcome);
    if (outcome.kind === 'expired') return close(answered, kindsAfterExpiry);
    if (outcome.kind === 'ok') {
      departure.clear();
      if (email !== outcome.value.email) storage.write(lastEmailKey, outcome.value.email);
    }
    dispatch(answered);
  }

  /** Whether this person has signed out by the address of the service. */
  const hasDeparted = (email: string | null): boolean =>
    email !== null &&
    departure.read() !== undefined &&
    departure.read() === storage.read(personKey('expected-user', email));

  /** To the page this person is as after a sign-out: a first visit, and nothing is kept. */
  function forgetDeparted(outcome: Expired): void {
    close({ kind: 'answered', outcome, email: null });
    storage.write(lastEmailKey, null);
    departure.clear();
  }

  /** Changes `who` first, which closes the tasks: a late response must write nothing after the data is removed. */
  function close(event: SessionEvent, staying: readonly string[] = []): void {
    const owner = ownerOfData();
    dispatch(event);
    if (owner !== null) storage.forgetOwner(owner, staying);
    onLeft();
  }

  /** The person whose data is on the page or, before the first response, on the device. */
  function ownerOfData(): string | null {
    const { who } = state.value;
    if (who.kind === 'signed-in') return who.user.email;
    return remembered().email;
  }

  function forgetEverything(): void {
    close({ kind: 'left' });
    storage.write(lastEmailKey, null);
  }

  /** Requests the sign-out from the service. After a failure the next `check` tries again. */
  async function finishLeaving(): Promise<void> {
    if (state.value.who.kind !== 'leaving') forgetEverything();
    if (state.value.isSigningOut) return;
    dispatch({ kind: 'sign-out-began' });
    const onward = await requestSignOut(api, storage);
    const isDue = remembered().isSignOutDue;
    dispatch({ kind: 'sign-out-ended', isDue });
    if (!isDue) onSignedOut(onward);
  }

  /** Applies a sign-in or sign-out of another tab. Asks the service again while it has not named the person. */
  async function check(): Promise<void> {
    switch (nextAction(state.value, remembered())) {
      case 'finish':
        return finishLeaving();
      case 'reload':
        return onSignedOut();
      case 'forget':
        forgetEverything();
        return start();
      case 'start':
        return start();
      case 'ask':
        return askAgain();
      case 'nothing':
    }
  }

  /** An open page stays as it is unless the service names the person or says that nobody is signed in. */
  async function askAgain(): Promise<void> {
    const isOpen = state.value.who.kind === 'signed-in';
    const outcome = await ask();
    if (outcome?.kind === 'ok' || (isOpen && outcome?.kind === 'expired')) applyAnswer(outcome);
  }

  const isStill = () => isStillSignedIn(state.value.who, remembered().email);

  return {
    who: computed(() => state.value.who),
    start,
    /** Call it when a response says that nobody, or another person, is signed in. */
    expire(fault: Expired) {
      if (state.value.who.kind !== 'signed-in') return;
      if (!fault.another) applyAnswer(fault);
      else if (isStill()) void start();
      else void check();
    },
    /** Signs out. At once the page shows, and the device keeps, no data of the person, also when the service is not reachable. */
    leave() {
      storage.write(dueSignOutKey, 'due');
      return check();
    },
    check,
    isStill,
  };
}

/** Requests a sign-out that is due. Returns the address at the provider to open next, if there is one. */
async function requestSignOut(
  api: Dependencies['api'],
  storage: DeviceStorage,
): Promise<string | undefined> {
  // In one tab at a time: a late request must not sign out a person who has signed in since.
  return navigator.locks.request('dueline.sign-out', async () => {
    // Another tab may have completed the sign-out while this one waited for the lock.
    if (storage.read(dueSignOutKey) === null) return undefined;
    const outcome = await api.signOut();
    if (outcome.kind !== 'ok') return undefined;
    storage.write(dueSignOutKey, null);
    return outcome.value?.location;
  });
}

/** Interval of the retries of a sign-out. */
const tryAgainMs = 10_000;

/**
 * Follows sign-ins and sign-outs of other tabs. A page in the back-forward cache cannot: its content is hidden, and the page
 * reloads when it is shown again.
 */
export function watchSession(session: Session): void {
  const check = () => void session.check();
  for (const name of ['storage', 'online', 'focus']) addEventListener(name, check);
  setInterval(() => session.who.value.kind === 'leaving' && check(), tryAgainMs);
  const { dataset } = document.documentElement;
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) dataset['aside'] = '';
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}

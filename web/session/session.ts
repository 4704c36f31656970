import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';

import type { CurrentUserResponse } from '../../contract/auth.ts';
import { isProviderUnavailable } from '../service/api.ts';
import type { Api, Expired, Fault, Outcome, Preloaded, PreloadedResponse } from '../service/api.ts';
import type { Keep } from '../device/browser.ts';

/**
 * The person who is signed in, or why nobody is. `ended` distinguishes an ended session from a first visit. leaving: the person
 * has signed out, and the service has not answered yet; `stuck` when it cannot be reached.
 */
export type Who =
  | { readonly kind: 'asking' }
  | SignedIn
  | { readonly kind: 'signed-out'; readonly ended: boolean }
  | { readonly kind: 'leaving'; readonly stuck: boolean }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'unknown'; readonly fault: Fault };

export type SignedIn = {
  readonly kind: 'signed-in';
  readonly user: CurrentUserResponse;
  /** The request for the tasks, if it was preloaded together with the one for the person. */
  readonly preloaded?: PreloadedResponse;
};

export type Session = ReturnType<typeof createSession>;

type Parts = {
  api: Pick<Api, 'me' | 'signOut'>;
  keep: Keep;
  /** The preloaded requests. */
  preloaded: Preloaded | undefined;
  /** Removes the person's data from the browser's cache. */
  onLeft: () => void;
  /** Opens `onward` or reloads, after the service has ended the session: the memory then has no data of the person. */
  onSignedOut: (onward?: string) => void;
};

/** The texts that stay on the device when a session expires. */
const keptWhenEnded = ['drafts', 'unsent', 'filters'];

/**
 * Follows who is signed in. The device remembers the person's email: with it a 401 means that a session has ended, and without a
 * connection the page opens for that person.
 */
export function createSession({ api, keep, preloaded, onLeft, onSignedOut }: Parts) {
  const who = signal<Who>({ kind: 'asking' });
  const shown: ReadonlySignal<Who> = who;
  let begun = preloaded;
  /** False while only the device, and not the service, has named the person. */
  let isConfirmed = true;
  /** True while a sign-out is due: the service has not confirmed it. The device remembers no email for it. */
  const isDue = () => keep.read('sign-out') !== null;
  let isFinishing = false;

  /** Requests who is signed in, after any sign-out that is due. */
  async function start(): Promise<void> {
    // Preloaded requests do not count if another tab has signed somebody in or out since.
    const current = begun?.session === keep.read('session') ? begun : undefined;
    begun = undefined;
    if (isDue()) return finishLeaving();
    who.value = { kind: 'asking' };
    const outcome = await ask(current?.me);
    if (outcome) settle(outcome, current?.tasks);
  }

  /** Null for a response that does not count: another tab has signed somebody in or out since the request. */
  async function ask(response?: PreloadedResponse): Promise<Outcome<CurrentUserResponse> | null> {
    const remembered = keep.read('session');
    const outcome = await api.me(response);
    if (who.value.kind === 'leaving') return null;
    if (!isDue() && keep.read('session') === remembered) return outcome;
    await (who.value.kind === 'signed-in' ? look() : start());
    return null;
  }

  function settle(outcome: Outcome<CurrentUserResponse>, tasks?: PreloadedResponse): void {
    const email = keep.read('session');
    const isKnown = outcome.kind !== 'offline' && !isProviderUnavailable(outcome);
    isConfirmed = isKnown;
    if (outcome.kind === 'ok') {
      if (email !== outcome.value.email) keep.write('session', outcome.value.email);
      // The preloaded tasks are those of the person whom the device remembered.
      welcome(outcome.value, email === outcome.value.email ? tasks : undefined);
    } else if (outcome.kind === 'expired') end();
    else if (!isKnown && email !== null) welcome({ email });
    else if (outcome.kind === 'refused' && outcome.status === 403) {
      who.value = { kind: 'refused', code: outcome.code };
    } else who.value = { kind: 'unknown', fault: outcome };
  }

  function welcome(user: CurrentUserResponse, tasks?: PreloadedResponse): void {
    const now = who.value;
    if (now.kind === 'signed-in' && JSON.stringify(now.user) === JSON.stringify(user)) return;
    who.value = { kind: 'signed-in', user, ...(tasks && { preloaded: tasks }) };
  }

  /** Changes `who` first, which closes the tasks: a late response must write nothing after the data is removed. */
  function close(next: Who, kept: readonly string[] = []): void {
    const now = who.value;
    // The person whose data is on the page or, before the first response, on the device.
    const left = now.kind === 'signed-in' ? now.user.email : keep.read('session');
    who.value = next;
    if (left !== null) keep.forgetOwner(left, kept);
    onLeft();
  }

  const end = () =>
    close({ kind: 'signed-out', ended: keep.read('session') !== null }, keptWhenEnded);

  function forgetEverything(): void {
    close({ kind: 'leaving', stuck: false });
    keep.write('session', null);
  }

  /** Requests the sign-out from the service. After a failure the next `look` tries again. */
  async function finishLeaving(): Promise<void> {
    if (who.value.kind !== 'leaving') forgetEverything();
    if (isFinishing) return;
    isFinishing = true;
    let onward: string | undefined;
    const tell = async () => {
      // Another tab may have completed the sign-out while this one waited for the lock.
      const outcome = isDue() && (await api.signOut());
      if (!outcome || outcome.kind !== 'ok') return;
      onward = outcome.value?.location;
      keep.write('sign-out', null);
    };
    // In one tab at a time: a late request must not sign out a person who has signed in since.
    await navigator.locks.request('dueline.sign-out', tell);
    isFinishing = false;
    if (isDue()) who.value = { kind: 'leaving', stuck: true };
    else onSignedOut(onward);
  }

  /** Applies a sign-in or sign-out of another tab. Asks the service again while it has not named the person. */
  async function look(): Promise<void> {
    if (isDue()) return finishLeaving();
    if (who.value.kind === 'leaving') return onSignedOut();
    const remembered = keep.read('session') !== null;
    const isOpen = who.value.kind === 'signed-in';
    if (!isStill()) {
      // Another tab has signed out. This tab may have written data of the person since.
      if (!remembered) forgetEverything();
      await start();
    } else if (who.value.kind === 'unknown') await start();
    else if (remembered && (isOpen ? !isConfirmed : who.value.kind === 'signed-out')) {
      const outcome = await ask();
      if (outcome?.kind === 'ok' || (isOpen && outcome?.kind === 'expired')) settle(outcome);
    }
  }

  /** False when another tab has signed out the person of this page, or has signed in another person. */
  function isStill(): boolean {
    const now = who.value;
    return now.kind !== 'signed-in' || keep.read('session') === now.user.email;
  }

  return {
    who: shown,
    start,
    /** Call it when a response says that nobody, or another person, is signed in. */
    expire({ another }: Expired) {
      if (who.value.kind !== 'signed-in') return;
      if (!another) end();
      else if (isStill()) void start();
      else void look();
    },
    /** Signs out. At once the page shows, and the device keeps, no data of the person, also when the service is not reachable. */
    leave() {
      keep.write('sign-out', 'due');
      return look();
    },
    look,
    isStill,
  };
}

/** Interval of the retries of a sign-out. */
const tryAgainMs = 10_000;

/**
 * Follows sign-ins and sign-outs of other tabs. A page in the back-forward cache cannot: its content is hidden, and the page
 * reloads when it is shown again.
 */
export function watchSession(session: Session): void {
  const look = () => void session.look();
  for (const name of ['storage', 'online', 'focus']) addEventListener(name, look);
  setInterval(() => session.who.value.kind === 'leaving' && look(), tryAgainMs);
  const { dataset } = document.documentElement;
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) dataset['aside'] = '';
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}

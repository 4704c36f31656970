import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';

import type { CurrentUserResponse } from '../../contract/auth.ts';
import { isUnrenewed } from '../service/api.ts';
import type { Api, Expired, Fault, Outcome, Preloaded, PreloadedResponse } from '../service/api.ts';
import type { Keep } from '../device/browser.ts';

/**
 * Who is signed in. `ended` tells an ended session from a first visit. leaving: the person has signed out, but the service does
 * not know yet; `stuck` when it cannot be reached.
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
  /** The request for the tasks, when it was begun with the one that told who is signed in. */
  readonly preloaded?: PreloadedResponse;
};

export type Session = ReturnType<typeof createSession>;

type Parts = {
  api: Pick<Api, 'me' | 'signOut'>;
  keep: Keep;
  /** The requests that the page began with. */
  preloaded: Preloaded | undefined;
  /** Removes the copy of the list that is read without a connection. */
  onLeft: () => void;
  /** The service has ended the session: the page goes there or reloads, so that its memory has nothing of the person. */
  onSignedOut: (onward?: string) => void;
};

/** What stays on the device when a session ends by itself. */
const keptWhenEnded = ['drafts', 'unsent', 'filters'];

/**
 * Who is signed in. The device remembers the email: only then does a 401 mean that a session has ended, and without a connection
 * the page opens for that person.
 */
export function createSession({ api, keep, preloaded, onLeft, onSignedOut }: Parts) {
  const who = signal<Who>({ kind: 'asking' });
  const shown: ReadonlySignal<Who> = who;
  let begun = preloaded;
  /** False while who is signed in is only remembered. */
  let isConfirmed = true;
  /** A sign-out that the service does not know of. The device remembers that it is due, not whose it is. */
  const isDue = () => isOwed || keep.read('sign-out') !== null;
  /** Used when the browser refuses storage. */
  let isOwed = false;
  let isFinishing = false;
  /** Whether this device remembers who is signed in; where storage is refused it does not. */
  let remembers = false;

  /** Asks who is signed in. A sign-out that is due comes first. */
  async function start(): Promise<void> {
    // Another tab may have signed somebody in or out since they were begun.
    const current = begun?.session === keep.read('session') ? begun : undefined;
    begun = undefined;
    if (isDue()) return finishLeaving();
    who.value = { kind: 'asking' };
    await ask((outcome) => settle(outcome, current?.tasks), current?.me);
  }

  /** A response counts only if no other tab has signed anyone in or out since the request. */
  async function ask(
    believe: (outcome: Outcome<CurrentUserResponse>) => void,
    response?: PreloadedResponse,
  ): Promise<void> {
    if (!isStill()) return look();
    const remembered = keep.read('session');
    const outcome = await api.me(response);
    if (who.value.kind === 'leaving') return;
    if (!isDue() && keep.read('session') === remembered) return believe(outcome);
    await (who.value.kind === 'signed-in' ? look() : start());
  }

  function settle(outcome: Outcome<CurrentUserResponse>, tasks?: PreloadedResponse): void {
    const email = keep.read('session');
    const isKnown = outcome.kind !== 'offline' && !isUnrenewed(outcome);
    isConfirmed = isKnown;
    if (outcome.kind === 'ok') {
      if (email !== outcome.value.email) keep.write('session', outcome.value.email);
      // They were requested for the person whom the device remembered.
      welcome(outcome.value, email === outcome.value.email ? tasks : undefined);
    } else if (outcome.kind === 'expired') end();
    else if (!isKnown && email !== null) welcome({ email });
    else if (outcome.kind === 'refused' && outcome.status === 403) {
      who.value = { kind: 'refused', code: outcome.code };
    } else who.value = { kind: 'unknown', fault: outcome };
  }

  function welcome(user: CurrentUserResponse, tasks?: PreloadedResponse): void {
    const now = who.value;
    remembers = keep.read('session') === user.email;
    if (now.kind === 'signed-in' && JSON.stringify(now.user) === JSON.stringify(user)) return;
    who.value = { kind: 'signed-in', user, ...(tasks && { preloaded: tasks }) };
  }

  /** The page closes first, so that a late response writes nothing after the device has forgotten. */
  function close(next: Who, kept: readonly string[] = []): void {
    const now = who.value;
    // Whose data is on the page or, before that is known, on the device.
    const left = now.kind === 'signed-in' ? now.user.email : keep.read('session');
    who.value = next;
    if (left !== null) keep.forgetOwner(left, kept);
    onLeft();
  }

  /** Nobody is signed in any more. */
  const end = () => close({ kind: 'signed-out', ended: keep.read('session') !== null }, keptWhenEnded);

  function forgetEverything(): void {
    close({ kind: 'leaving', stuck: false });
    keep.write('session', null);
  }

  /** Tells the service of a sign-out, now or, when that does not work, at the next look. */
  async function finishLeaving(): Promise<void> {
    if (who.value.kind !== 'leaving') forgetEverything();
    if (isFinishing) return;
    isFinishing = true;
    let onward: string | undefined;
    const tell = async () => {
      // Another tab may have done it meanwhile.
      const outcome = isDue() && (await api.signOut());
      if (!outcome || outcome.kind !== 'ok') return;
      onward = outcome.value?.location;
      isOwed = false;
      keep.write('sign-out', null);
    };
    // In one tab of this browser at a time: a late one must not sign out whoever has signed in since.
    await ('locks' in navigator ? navigator.locks.request('dueline.sign-out', tell) : tell());
    isFinishing = false;
    if (isDue()) who.value = { kind: 'leaving', stuck: true };
    else onSignedOut(onward);
  }

  /** Looks at what other tabs have done: signed out, or signed somebody in. Where nothing is known, it asks again. */
  async function look(): Promise<void> {
    if (isDue()) return finishLeaving();
    if (who.value.kind === 'leaving') return onSignedOut();
    const remembered = keep.read('session') !== null;
    if (!isStill()) {
      // Another tab has signed out. This tab may have written something since.
      if (!remembered) forgetEverything();
      await start();
    } else if (who.value.kind === 'unknown') await start();
    else if (remembered && who.value.kind === 'signed-out')
      await ask((outcome) => void (outcome.kind === 'ok' && settle(outcome)));
  }

  /** Whether the person of this page is still signed in; another tab may have signed them out, or somebody else in. */
  function isStill(): boolean {
    const now = who.value;
    if (now.kind !== 'signed-in') return true;
    const email = keep.read('session');
    return email === now.user.email || (email === null && !remembers);
  }

  /** Asks who is signed in, unless the service has answered that request already. */
  async function confirm(): Promise<void> {
    if (isConfirmed || who.value.kind !== 'signed-in') return;
    isConfirmed = true;
    await ask((outcome) => {
      if (outcome.kind === 'ok' || outcome.kind === 'expired') settle(outcome);
      else isConfirmed = false;
    });
  }

  return {
    who: shown,
    start,
    /** The response to some request says that nobody is signed in, or somebody else. */
    expire({ another }: Expired) {
      if (who.value.kind !== 'signed-in') return;
      if (!another) end();
      else if (isStill()) void start();
      else void look();
    },
    /** Signs out: from here on nothing of the person is shown or kept, whether the service can be reached or not. */
    leave() {
      isOwed = true;
      keep.write('sign-out', 'due');
      return look();
    },
    look,
    confirm,
    isStill,
  };
}

/** How often the page tries again to tell the service of a sign-out. */
const tryAgainMs = 10_000;

/**
 * Notices sign-ins and sign-outs in other tabs, and while the page is in the back-forward cache: it is hidden there, and loads
 * again when it comes back.
 */
export function watchSession(session: Session): void {
  const look = () => void session.look();
  addEventListener('storage', look);
  for (const name of ['online', 'focus']) addEventListener(name, look);
  setInterval(() => session.who.value.kind === 'leaving' && look(), tryAgainMs);
  const { dataset } = document.documentElement;
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) dataset['aside'] = '';
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}

import type { CurrentUserResponse } from '../../contract/auth.ts';
import { isProviderUnavailable } from '../service/api.ts';
import type { Fault, Outcome, PreloadedResponse } from '../service/api.ts';

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

/** What the device remembers. Every tab reads and writes it. */
export type Remembered = {
  /** The email of the person who was signed in last; null after a sign-out. */
  readonly email: string | null;
  /** The service has not confirmed a sign-out. */
  readonly isSignOutDue: boolean;
};

export type SessionState = {
  readonly who: Who;
  /** False while only the device, and not the service, has named the person. */
  readonly isConfirmed: boolean;
  /** True while this tab requests the sign-out, or waits for another tab that does. */
  readonly isSigningOut: boolean;
};

export const noSession: SessionState = {
  who: { kind: 'asking' },
  isConfirmed: true,
  isSigningOut: false,
};

export type SessionEvent =
  /** The service is asked who is signed in. */
  | { readonly kind: 'asked' }
  /** It has answered. `email` is what the device remembered until then, `tasks` the preloaded list. */
  | {
      readonly kind: 'answered';
      readonly outcome: Outcome<CurrentUserResponse>;
      readonly email: string | null;
      readonly tasks?: PreloadedResponse | undefined;
    }
  /** The person has signed out, in this tab or another one. */
  | { readonly kind: 'left' }
  /** The sign-out is being requested. */
  | { readonly kind: 'sign-out-began' }
  /** The request is over; `isDue` when the service has not confirmed the sign-out. */
  | { readonly kind: 'sign-out-ended'; readonly isDue: boolean };

/** Pure: the state after an event. */
export function reduceSession(state: SessionState, event: SessionEvent): SessionState {
  switch (event.kind) {
    case 'asked':
      return { ...state, who: { kind: 'asking' } };
    case 'answered':
      return {
        ...state,
        who: whoAfter(state.who, event),
        isConfirmed: !isUnreached(event.outcome),
      };
    case 'left':
      return { ...state, who: { kind: 'leaving', stuck: false } };
    case 'sign-out-began':
      return { ...state, isSigningOut: true };
    case 'sign-out-ended':
      return {
        ...state,
        who: event.isDue ? { kind: 'leaving', stuck: true } : state.who,
        isSigningOut: false,
      };
  }
}

function whoAfter(
  now: Who,
  { outcome, email, tasks }: Extract<SessionEvent, { kind: 'answered' }>,
): Who {
  if (outcome.kind === 'ok') {
    // The preloaded tasks are those of the person whom the device remembered.
    const isSame = email === outcome.value.email;
    return signedIn(now, outcome.value, isSame ? tasks : undefined);
  }
  if (outcome.kind === 'expired') return { kind: 'signed-out', ended: email !== null };
  if (isUnreached(outcome) && email !== null) return signedIn(now, { email });
  if (outcome.kind === 'refused' && outcome.status === 403)
    return { kind: 'refused', code: outcome.code };
  return { kind: 'unknown', fault: outcome };
}

/** The same value as before for the same person: the tasks stay open. */
function signedIn(now: Who, user: CurrentUserResponse, tasks?: PreloadedResponse): Who {
  if (now.kind === 'signed-in' && JSON.stringify(now.user) === JSON.stringify(user)) return now;
  return { kind: 'signed-in', user, ...(tasks && { preloaded: tasks }) };
}

/** True for an outcome that does not say who is signed in. */
const isUnreached = (outcome: Outcome<unknown>): boolean =>
  outcome.kind === 'offline' || isProviderUnavailable(outcome);

/** False when another tab has signed out the person of this page, or has signed in another person. */
export const isStillSignedIn = (who: Who, email: Remembered['email']): boolean =>
  who.kind !== 'signed-in' || email === who.user.email;

/**
 * Pure: what the page does when it looks for a sign-in or sign-out of another tab. finish: it requests the sign-out. reload:
 * another tab has signed out. forget: it removes what it may have written since, and then asks. ask: it asks and keeps what it
 * shows until the service has answered.
 */
export function nextAction(
  { who, isConfirmed }: SessionState,
  remembered: Remembered,
): 'finish' | 'reload' | 'forget' | 'start' | 'ask' | 'nothing' {
  const isRemembered = remembered.email !== null;
  if (remembered.isSignOutDue) return 'finish';
  if (who.kind === 'leaving') return 'reload';
  if (!isStillSignedIn(who, remembered.email)) return isRemembered ? 'start' : 'forget';
  if (who.kind === 'unknown') return 'start';
  const isInDoubt = who.kind === 'signed-out' || (who.kind === 'signed-in' && !isConfirmed);
  if (isRemembered && isInDoubt) return 'ask';
  return 'nothing';
}

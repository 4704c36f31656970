import type { Log } from '../request/log.ts';

type Details = {
  retryAfterSeconds?: number;
  ofOneGrant?: boolean;
  /** For faults of our own, such as the store's. */
  cause?: unknown;
};

/**
 * The provider could not be asked or gave no usable answer, which says nothing about the user. `reason` is a short
 * code for the log; what was received is never kept, because it may hold tokens.
 */
export class ProviderUnavailable extends Error {
  readonly reason: string;
  readonly retryAfterSeconds: number;
  /** Whether it is this one grant that has to wait, and not everybody's. */
  readonly ofOneGrant: boolean;

  constructor(reason: string, { retryAfterSeconds = 1, ofOneGrant = false, cause }: Details = {}) {
    super(`provider unavailable: ${reason}`, { cause });
    this.name = 'ProviderUnavailable';
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
    this.ofOneGrant = ofOneGrant;
  }
}

/** The provider answered, and the answer is no or cannot be trusted: this sign-in or session is over. */
export class SignInRefused extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`sign-in refused: ${reason}`);
    this.name = 'SignInRefused';
    this.reason = reason;
  }
}

/** The reason of a session whose tokens are more than its cookies can carry. */
export const tooLarge = 'session_too_large';

/** A reason with the error code that the provider gave, if it looks like one (RFC 6749, 4.1.2.1 and 5.2). */
export function reasonWith(reason: string, error: string | undefined): string {
  return /^[a-z_]{1,40}$/.test(error ?? '') ? `${reason}_${error}` : reason;
}

/** One line about what is not possible now. Our own credentials being refused is the operator's to mend: an error. */
export function logUnavailable(log: Log, { reason, cause }: ProviderUnavailable, message: string): void {
  const level = reason === 'invalid_client' ? 'error' : 'warn';
  log[level]({ reason, ...(cause === undefined ? {} : { err: cause }) }, message);
}

/**
 * The provider could not be asked or gave no usable answer, which says nothing about the user. `reason` is a short
 * code for the log; what was received is never kept, because it may hold tokens.
 */
export class ProviderUnavailable extends Error {
  readonly reason: string;
  readonly retryAfterSeconds: number;

  constructor(reason: string, retryAfterSeconds = 1) {
    super(`provider unavailable: ${reason}`);
    this.name = 'ProviderUnavailable';
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
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

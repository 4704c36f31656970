import type { Log } from '../request/log.ts';

type Details = {
  retryAfterSeconds?: number;
  ofOneGrant?: boolean;
  /** For an error of this service, such as the store's. */
  cause?: unknown;
};

/** A reason, with or without the error code of the provider. */
type WithError<Reason extends string> = Reason | `${Reason}_${string}`;

/** Why the provider cannot be used now, as a short code for the log and the readiness response. */
export type UnavailableReason =
  | 'address_not_https'
  | 'answer_too_large'
  | 'timeout'
  | 'unreachable'
  | 'discovery_unusable'
  | 'discovery_names_another_issuer'
  | 'discovery_endpoint_not_https'
  | 'no_asymmetric_algorithm'
  | 'keys_unusable'
  | 'invalid_client'
  | 'token_answer_unusable'
  | `token_endpoint_${number}`
  | WithError<`revocation_endpoint_${number}`>
  | 'renewal_not_shared'
  | 'renewal_taken'
  | 'renewal_unreadable';

/** Why a sign-in failed or a session ends, as a short code for the log. */
export type RefusalReason =
  /** No attempt of this browser has this state: it is missing, spent, too old or another browser's. */
  | 'state_unknown'
  /** The provider's own error code for a user who cancelled (RFC 6749, 4.1.2.1). */
  | 'access_denied'
  | WithError<'provider'>
  | 'authorization_response'
  | 'duplicate_parameter'
  | WithError<`token_endpoint_${number}`>
  | `id_token_${IdTokenFault}`
  /** The code of an error of `jose`. */
  | `err_${string}`
  /** The tokens are more than the cookies of a session can carry. */
  | 'session_too_large'
  | 'session_ended';

type IdTokenFault =
  | 'missing'
  | 'unusable'
  | 'signature'
  | 'key'
  | 'claims'
  | 'changed'
  | 'at_hash'
  | 'iss'
  | 'aud'
  | 'azp'
  | 'exp'
  | 'iat'
  | 'old'
  | 'nbf'
  | 'nonce';

/**
 * The provider could not be reached or its response was not usable, which says nothing about the user. The response
 * itself is never kept, because it may hold tokens.
 */
export class ProviderUnavailable extends Error {
  readonly reason: UnavailableReason;
  readonly retryAfterSeconds: number;
  /** Whether only this grant has to wait. */
  readonly ofOneGrant: boolean;

  constructor(reason: UnavailableReason, { retryAfterSeconds = 1, ofOneGrant = false, cause }: Details = {}) {
    super(`provider unavailable: ${reason}`, { cause });
    this.name = 'ProviderUnavailable';
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
    this.ofOneGrant = ofOneGrant;
  }
}

/** The provider refused, or its response cannot be trusted: the sign-in has failed or the session ends. */
export class SignInRefused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(`sign-in refused: ${reason}`);
    this.name = 'SignInRefused';
    this.reason = reason;
  }
}

/** A reason with the error code that the provider gave, if it looks like one (RFC 6749, 4.1.2.1 and 5.2). */
export function reasonWith<Reason extends string>(
  reason: Reason,
  error: string | undefined,
): WithError<Reason> {
  return /^[a-z_]{1,40}$/.test(error ?? '') ? `${reason}_${error ?? ''}` : reason;
}

/** Logs one line. Refused client credentials are an error, because the operator has to correct them; the rest are warnings. */
export function logUnavailable(log: Log, { reason, cause }: ProviderUnavailable, message: string): void {
  const level = reason === 'invalid_client' ? 'error' : 'warn';
  log[level]({ reason, ...(cause === undefined ? {} : { err: cause }) }, message);
}

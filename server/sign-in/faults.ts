import type { Log } from '../log/log.ts';

/** A kind, alone or followed by a detail such as a status or the error code of the provider. */
type Reason<Kind extends string> = Kind | `${Kind}_${string}`;

/** Why the provider cannot be used now. */
export const unavailableKinds = [
  'address_not_https',
  'answer_too_large',
  'timeout',
  'unreachable',
  'discovery_unusable',
  'discovery_names_another_issuer',
  'discovery_endpoint_not_https',
  'no_asymmetric_algorithm',
  'keys_unusable',
  'invalid_client',
  'token_answer_unusable',
  'token_endpoint',
  'revocation_endpoint',
  'renewal_not_shared',
  'renewal_taken',
  'renewal_unreadable',
] as const;

/** As a short code for the log and the readiness response. */
export type UnavailableReason = Reason<(typeof unavailableKinds)[number]>;

/** Why a sign-in failed or a session ends. */
export const refusalKinds = [
  /** No attempt of this browser has this state: it is missing, spent, too old or another browser's. */
  'state_unknown',
  /** The provider's own error code for a user who cancelled (RFC 6749, 4.1.2.1). */
  'access_denied',
  'provider',
  'authorization_response',
  'duplicate_parameter',
  'token_endpoint',
  'id_token_missing',
  'id_token_unusable',
  'id_token_signature',
  'id_token_key',
  'id_token_claims',
  'id_token_changed',
  'id_token_at_hash',
  'id_token_iss',
  'id_token_aud',
  'id_token_azp',
  'id_token_exp',
  'id_token_iat',
  'id_token_old',
  'id_token_nbf',
  'id_token_nonce',
  /** The code of an error of `jose` follows. */
  'err',
  /** The tokens are more than the cookies of a session can carry. */
  'session_too_large',
  'session_ended',
  'refresh_token_missing',
  'sign_in_not_configured',
] as const;

/** As a short code for the log. */
export type RefusalReason = Reason<(typeof refusalKinds)[number]>;

/** The kind that a reason is, or begins with. */
export const kindOf = (kinds: readonly string[], reason: string): string =>
  kinds.find((kind) => kind === reason) ?? kinds.find((kind) => reason.startsWith(`${kind}_`)) ?? reason;

/**
 * The provider could not be reached or its response was not usable, which says nothing about the user. The response
 * itself is never kept, because it may hold tokens.
 */
export class ProviderUnavailable extends Error {
  readonly reason: UnavailableReason;
  readonly retryAfterSeconds: number;
  /** Whether only this grant has to wait. */
  readonly ofOneGrant: boolean;

  /** `cause`: an error of this service, such as the store's. */
  constructor(
    reason: UnavailableReason,
    details: { retryAfterSeconds?: number; ofOneGrant?: boolean; cause?: unknown } = {},
  ) {
    super(`provider unavailable: ${reason}`, { cause: details.cause });
    this.name = 'ProviderUnavailable';
    this.reason = reason;
    this.retryAfterSeconds = details.retryAfterSeconds ?? 1;
    this.ofOneGrant = details.ofOneGrant ?? false;
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
export const reasonWith = <Kind extends string>(kind: Kind, error = ''): Reason<Kind> =>
  /^[a-z_]{1,40}$/.test(error) ? `${kind}_${error}` : kind;

/** Logs one line. Refused client credentials are an error, because the operator has to correct them; the rest are warnings. */
export function logUnavailable(log: Log, { reason, cause }: ProviderUnavailable, message: string): void {
  const level = reason === 'invalid_client' ? 'error' : 'warn';
  log[level]({ reason, ...(cause !== undefined && { err: cause }) }, message);
}

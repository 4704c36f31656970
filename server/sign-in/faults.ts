import { certificateSentences } from '../certificate.ts';
import { connectionSentenceOf } from '../connection.ts';
import { sharedFault } from '../log/fault-filter.ts';
import type { Log } from '../log/log.ts';
import { proxySentenceOf } from '../outgoing-proxy.ts';

/** The kinds of failure for which the provider cannot be used now. */
export const unavailableKinds = [
  'address_not_https',
  'answer_too_large',
  'answer_headers_too_large',
  'timeout',
  'unreachable',
  'certificate',
  'proxy_answered',
  'discovery_unusable',
  'discovery_names_another_issuer',
  'discovery_endpoint_not_https',
  'no_asymmetric_algorithm',
  'keys_unusable',
  'key_not_published',
  'invalid_client',
  'token_answer_unusable',
  'token_endpoint',
  'revocation_endpoint',
  'renewal_not_shared',
  'renewal_taken',
  'renewal_unreadable',
  'sign_in_taken',
  'sign_in_unreadable',
] as const;

type Kind = (typeof unavailableKinds)[number];

/** A kind, alone or followed by a detail such as a status or the error code of the provider: for the log and for readiness. */
export type UnavailableReason = Kind | `${Kind}_${string}`;

/** The kind that a reason is, or begins with. */
export const kindOf = (reason: string): string =>
  unavailableKinds.find((kind) => kind === reason || reason.startsWith(`${kind}_`)) ?? reason;

/**
 * Whether a failure shows something about the provider: no connection, a timeout, 5xx, 429, or a refused client. The others may
 * belong to one session, such as the page of a firewall.
 */
export const isAboutProvider = (reason: UnavailableReason): boolean =>
  /^(unreachable|timeout|certificate|invalid_client|token_endpoint_(5\d\d|429))/.test(reason);

/** The provider cannot be used, which says nothing about the user. Its response is not kept: it may hold tokens. */
export class ProviderUnavailable extends Error {
  readonly reason: UnavailableReason;
  readonly retryAfterSeconds: number;

  /** `cause`: an error of this service, such as the store's. */
  constructor(
    reason: UnavailableReason,
    details: { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(`provider unavailable: ${reason}`, { cause: details.cause });
    this.name = 'ProviderUnavailable';
    this.reason = reason;
    this.retryAfterSeconds = details.retryAfterSeconds ?? 1;
  }
}

/** The provider refused, or its response cannot be trusted: the sign-in has failed or the session ends. */
export class SignInRefused extends Error {
  /** A short code for the log. */
  readonly reason: string;
  readonly code: 'sign_in_failed' | 'sign_in_cancelled';

  constructor(reason: string) {
    super(`sign-in refused: ${reason}`);
    this.name = 'SignInRefused';
    this.reason = reason;
    this.code = reason === 'access_denied' ? 'sign_in_cancelled' : 'sign_in_failed';
  }
}

/** A reason with the error code that the provider gave, if it looks like one (RFC 6749, 4.1.2.1 and 5.2). */
export const reasonWith = <Known extends string>(
  kind: Known,
  error = '',
): Known | `${Known}_${string}` => (/^[a-z_]{1,40}$/.test(error) ? `${kind}_${error}` : kind);

/** Logs one line. Refused client credentials are an error, because the operator has to correct them; the rest are warnings. */
export function logUnavailable(
  log: Log,
  { reason, cause }: ProviderUnavailable,
  message: string,
): void {
  const level = reason === 'invalid_client' ? 'error' : 'warn';
  const sentence = sentenceOf(reason);
  const text = sentence === undefined ? message : `${message}: ${sentence}`;
  const details = { reason, [sharedFault]: reason, ...(cause !== undefined && { err: cause }) };
  log[level](details, text);
}

/** What is wrong, with its remedy, where the reason alone does not say it. */
function sentenceOf(reason: string): string | undefined {
  const certificate = certificateSentences[reason];
  if (certificate !== undefined) return `the provider's certificate ${certificate}`;
  const onTheWay = proxySentenceOf(reason) ?? connectionSentenceOf(reason);
  if (onTheWay !== undefined) return onTheWay;
  const trouble = troubleOf(reason);
  return trouble && `the provider ${trouble}`;
}

/** What an endpoint of the provider does or lacks, with the remedy. */
export function troubleOf(reason: string): string | undefined {
  const connection = connectionSentenceOf(reason);
  if (connection !== undefined) return `cannot be reached: ${connection}`;
  const trouble = troubles[kindOf(reason)];
  const [, status] = /^(?:discovery|keys)_unusable_(\d{3})$/.exec(reason) ?? [];
  if (status === undefined) return trouble;
  if (Number(status) >= 500) return `answers with status ${status}, an outage: try again later`;
  return `answers with status ${status}, and ${trouble}`;
}

const troubles: Readonly<Record<string, string>> = {
  unreachable: 'cannot be reached: check the address, the name server and the firewall',
  answer_headers_too_large:
    'answers with more than 16 KB of headers, which is not read: shorten them at the provider or its proxy',
  discovery_unusable:
    'has no metadata at /.well-known/openid-configuration: check realm or tenant in the address, and that nothing redirects to another host',
  discovery_names_another_issuer:
    'has metadata that name another issuer: `dueline check-config` prints it',
  discovery_endpoint_not_https:
    'names endpoints with http: the provider must know its public https address',
  no_asymmetric_algorithm: 'signs with a shared secret only: choose RS256 or ES256 for the client',
  keys_unusable: 'has no usable key set at its jwks_uri',
};

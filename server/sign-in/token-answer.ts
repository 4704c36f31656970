import * as Type from 'typebox';
import { Check } from 'typebox/value';

import { longestKeptSeconds } from '../http/cookie.ts';
import { fitsIntoCookies } from '../session/chunks.ts';
import type { Sealer } from '../session/seal.ts';
import { sealSession } from '../session/seal.ts';
import type { SealedSession, SessionLimits, SignInRecord, Tokens } from '../session/session.ts';
import { beginSession } from '../session/session.ts';
import { ProviderUnavailable, reasonWith, SignInRefused } from './faults.ts';

/** The reply of an OAuth endpoint. `error`: its error code, which some providers send with 200 (RFC 6749, 5.2). */
export type OauthReply = Readonly<{
  status: number;
  headers: Headers;
  /** undefined when it is not JSON. */
  body: unknown;
  error: string | undefined;
}>;

/** Reads a response that has arrived completely. */
export async function readReply(response: Response): Promise<OauthReply> {
  const { status, headers } = response;
  const body: unknown = await response.json().catch(() => undefined);
  return { status, headers, body, error: Check(Refusal, body) ? body.error : undefined };
}

/** Whether it refuses the client's authentication: by its error code or by 401, which has no other meaning (RFC 6749, 5.2). */
export function isInvalidClient({ status, error }: OauthReply): boolean {
  return error === 'invalid_client' || (status === 401 && error === undefined);
}

// The JSON of a gateway may have an `error` too, such as "Not Found", which is not an error code.
const Refusal = Type.Object({ error: Type.String({ pattern: '^[a-z][a-z0-9_.-]{0,63}$' }) });

/** A successful response of the token endpoint. A renewal may have neither optional token; `lifetimeSeconds` is expires_in. */
export type TokenAnswer = Readonly<{
  accessToken: string;
  idToken: string | undefined;
  refreshToken: string | undefined;
  lifetimeSeconds: number | undefined;
}>;

/**
 * Reads a response of the token endpoint (RFC 6749, 5). Throws SignInRefused when the grant is refused, with an OAuth error
 * or 400. Throws ProviderUnavailable for temporary errors, refused client credentials and any other response.
 */
export function readTokenAnswer(reply: OauthReply, nowMs: number): TokenAnswer {
  const { status, body, error } = reply;
  if (status !== 200 || error !== undefined) throw readRefusal(reply, nowMs);
  if (!Check(Answer, body)) throw new ProviderUnavailable('token_answer_unusable');
  return {
    accessToken: body.access_token,
    idToken: readIdToken(body.id_token),
    refreshToken: readToken(body.refresh_token),
    lifetimeSeconds: readLifetime(body.expires_in),
  };
}

// Only the necessary members: refusing a response loses the rotated refresh token.
const Answer = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  token_type: Type.Optional(Type.String({ pattern: '^[Bb][Ee][Aa][Rr][Ee][Rr]$' })),
  id_token: Type.Optional(Type.Unknown()),
  refresh_token: Type.Optional(Type.Unknown()),
  expires_in: Type.Optional(Type.Unknown()),
});

const readToken = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** undefined and null are absent. Any other value that is not text is invalid and must not count as absent. */
function readIdToken(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || value === '') throw new SignInRefused('id_token_unusable');
  return value;
}

/** The standard says a number; some providers send text. */
function readLifetime(value: unknown): number | undefined {
  const seconds = Math.floor(Number(value));
  return seconds > 0 && seconds <= longestKeptSeconds ? seconds : undefined;
}

const momentaryStatuses: ReadonlySet<number> = new Set([408, 425, 429]);
const momentaryErrors: ReadonlySet<string> = new Set([
  'temporarily_unavailable',
  'server_error',
  'slow_down',
]);

function readRefusal(reply: OauthReply, nowMs: number): ProviderUnavailable | SignInRefused {
  const { status, headers, error } = reply;
  // The operator has to correct this, not the user.
  if (isInvalidClient(reply)) return new ProviderUnavailable('invalid_client');
  const isMomentary = momentaryStatuses.has(status) || (error !== undefined && momentaryErrors.has(error));
  // A token endpoint refuses with an error code, some with 400 alone. Any other 4xx comes from a proxy in front of it.
  const isRefusal =
    status === 400 || (error !== undefined && (status === 200 || (status >= 400 && status < 500)));
  if (isRefusal && !isMomentary) return new SignInRefused(reasonWith(`token_endpoint_${status}`, error));
  return new ProviderUnavailable(`token_endpoint_${status}`, {
    retryAfterSeconds: readRetryAfter(headers.get('retry-after'), nowMs),
    ofOneGrant: status === 429 || error === 'slow_down',
  });
}

/** No one is kept waiting longer because of one response. */
export const longestRetryAfterSeconds = 60;

/**
 * Retry-After (RFC 9110, 10.2.3), a date or seconds, which some providers write with a fraction, in whole seconds, rounded
 * up: from 1, also when the header is absent or unusable, to 60 (pure).
 */
export function readRetryAfter(value: string | null, nowMs: number): number {
  const text = value ?? '';
  const seconds = /^[\d.]+$/.test(text) ? Number(text) : (Date.parse(text) - nowMs) / 1_000;
  return seconds > 1 ? Math.min(Math.ceil(seconds), longestRetryAfterSeconds) : 1;
}

export type SealParts = Readonly<{ sessionSealer: Sealer; sessionLimits: SessionLimits }>;

/** Seals the session of tokens that arrive now. Refuses tokens that are more than the cookies of a session can carry. */
export function sealNewSession(
  { sessionSealer, sessionLimits }: SealParts,
  tokens: Tokens,
  signIn: SignInRecord,
  nowSeconds: number,
  lifetimeSeconds: number,
): SealedSession {
  const session = beginSession(tokens, signIn, nowSeconds, lifetimeSeconds, sessionLimits);
  const sealed = sealSession(sessionSealer, session);
  if (!fitsIntoCookies(sealed.sealed)) throw new SignInRefused('session_too_large');
  return sealed;
}

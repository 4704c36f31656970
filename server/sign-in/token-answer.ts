import * as Type from 'typebox';
import { Check } from 'typebox/value';

import { ProviderUnavailable, SignInRefused } from './faults.ts';

/** A token endpoint's yes. Both optional tokens may be missing at a renewal; `lifetimeSeconds` is its expires_in. */
export type TokenAnswer = Readonly<{
  accessToken: string;
  idToken: string | undefined;
  refreshToken: string | undefined;
  lifetimeSeconds: number | undefined;
}>;

/**
 * Reads an answer of the token endpoint (RFC 6749, 5). Throws SignInRefused for a no about this grant: any 4xx but
 * those that speak of the moment or of us. Throws ProviderUnavailable for those, for 5xx and for what is no answer.
 */
export async function readTokenAnswer(response: Response): Promise<TokenAnswer> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => undefined);
  // Some providers say 200 and put the error into the body.
  const error = Check(Refusal, body) ? body.error : undefined;
  if (status !== 200 || error !== undefined) throw readRefusal(response, error);
  if (!Check(Answer, body)) throw new ProviderUnavailable('token_answer_unusable');
  const { access_token, id_token, refresh_token, expires_in } = body;
  if (access_token.length + (id_token ?? '').length + (refresh_token ?? '').length > longestTokens) {
    throw new SignInRefused('tokens_too_large');
  }
  const seconds = Math.floor(Number(expires_in ?? 0));
  return {
    accessToken: access_token,
    idToken: id_token ?? undefined,
    refreshToken: refresh_token ?? undefined,
    lifetimeSeconds: seconds > 0 ? seconds : undefined,
  };
}

/** Sealed, more than this would not fit into the 32 KiB of headers that a request may carry. */
const longestTokens = 18_000;

const nullable = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const Token = Type.String({ minLength: 1 });

const Answer = Type.Object({
  access_token: Token,
  token_type: Type.String({ pattern: '^[Bb][Ee][Aa][Rr][Ee][Rr]$' }),
  id_token: nullable(Token),
  refresh_token: nullable(Token),
  // A number by the standard, a string of digits at some providers.
  expires_in: nullable(Type.Union([Type.Number({ minimum: 0 }), Type.String({ pattern: '^\\d{1,9}$' })])),
});

const Refusal = Type.Object({ error: Type.String() });

const momentaryStatuses: ReadonlySet<number> = new Set([408, 425, 429]);
const momentaryErrors: ReadonlySet<string> = new Set(['temporarily_unavailable', 'server_error']);

function readRefusal(response: Response, error: string | undefined): ProviderUnavailable | SignInRefused {
  const { status, headers } = response;
  // RFC 6749, 5.2 knows 401 for failed client authentication only: the operator's fault, not the user's.
  if (error === 'invalid_client' || (status === 401 && error === undefined)) {
    return new ProviderUnavailable('invalid_client');
  }
  const isAboutGrant = (status >= 400 && status < 500) || (status === 200 && error !== undefined);
  if (!isAboutGrant || momentaryStatuses.has(status) || momentaryErrors.has(error ?? '')) {
    const pause = Number(headers.get('retry-after'));
    return new ProviderUnavailable(
      `token_endpoint_${status}`,
      Number.isFinite(pause) && pause > 1 ? pause : 1,
    );
  }
  return new SignInRefused(`token_endpoint_${status}`);
}

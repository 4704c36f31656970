import type { Log } from '../request/log.ts';
import { fitsIntoCookies } from '../session/chunks.ts';
import type { Sealer } from '../session/seal.ts';
import { sealSession } from '../session/seal.ts';
import type { SealedSession, Session, Tokens } from '../session/session.ts';
import { beginSession } from '../session/session.ts';
import type { SessionLimits } from '../session/sign-in-record.ts';
import { makeBackoff } from './backoff.ts';
import type { Client } from './client.ts';
import { ProviderUnavailable, SignInRefused, tooLarge } from './faults.ts';
import { makeGrantBackoffs } from './grant-backoff.ts';
import type { Issuer, ReadyProvider } from './issuer.ts';
import { readRenewedIdToken } from './renewed-id-token.ts';
import type { TokenAnswer } from './token-answer.ts';

/** One renewal: whose, known by which key, and where what fails is told. */
export type Attempt = Readonly<{ session: Session; refreshToken: string; key: string; log: Log }>;

/** The refresh token grant. Both throw ProviderUnavailable, the second SignInRefused too. */
export type Refresh = Readonly<{
  /** Sees to it that the provider can be asked: metadata and keys are at hand, no pause is on. */
  prepare: (attempt: Attempt) => Promise<ReadyProvider>;
  /** Redeems the refresh token, once, for the session that follows. */
  redeem: (provider: ReadyProvider, attempt: Attempt) => Promise<SealedSession>;
  trouble: () => string | undefined;
}>;

type Parts = Readonly<{
  client: Client;
  issuer: Issuer;
  sessionSealer: Sealer;
  sessionLimits: SessionLimits;
  clockToleranceSeconds: number;
  nowMs: () => number;
}>;

/** Pauses after a failure, for the token endpoint alone. */
export function makeRefresh(parts: Parts): Refresh {
  const { client, issuer, nowMs } = parts;
  const backoff = makeBackoff(nowMs);
  const backoffOf = makeGrantBackoffs(nowMs);

  async function ask(provider: ReadyProvider, { refreshToken, key, log }: Attempt): Promise<TokenAnswer> {
    const own = backoffOf(key);
    own.check();
    backoff.enter();
    own.enter();
    try {
      const answer = await client.redeemRefreshToken(provider.metadata, refreshToken, log);
      backoff.succeeded();
      own.succeeded();
      return answer;
    } catch (error) {
      if (error instanceof ProviderUnavailable) {
        // What is about one grant shows that the provider is well.
        if (error.ofOneGrant) backoff.succeeded();
        else backoff.failed(error);
        if (error.ofOneGrant || own.trouble() !== undefined) own.failed(error);
      } else if (error instanceof SignInRefused) {
        backoff.succeeded();
        own.succeeded();
      }
      throw error;
    }
  }

  return {
    async prepare({ key }) {
      const provider = await issuer.ready();
      backoff.check();
      backoffOf(key).check();
      return provider;
    },
    async redeem(provider, attempt) {
      const { session: current, refreshToken, log } = attempt;
      const answer = await ask(provider, attempt);
      const nowSeconds = Math.floor(nowMs() / 1_000);
      const renewed = await readRenewedIdToken(parts, provider, current, answer, nowSeconds, log);
      const tokens = {
        idToken: renewed?.idToken ?? current.tokens.idToken,
        accessToken: answer.accessToken,
        refreshToken: answer.refreshToken ?? refreshToken,
      };
      const lifetime = renewed?.lifetimeSeconds ?? answer.lifetimeSeconds ?? previousLifetime(current);
      const seal = (kept: Tokens) =>
        sealSession(
          parts.sessionSealer,
          beginSession(kept, current.signIn, nowSeconds, lifetime, parts.sessionLimits),
        );
      return sealFitting(tokens, seal, log);
    },
    trouble: backoff.trouble,
  };
}

const previousLifetime = (session: Session) => session.expiresAtSeconds - session.issuedAtSeconds;

/**
 * The old tokens are spent, so whoever has grown beyond the cookies is not signed out for it: the access token, which
 * nothing here uses, is left out. Throws SignInRefused when that is not enough.
 */
function sealFitting(tokens: Tokens, seal: (tokens: Tokens) => SealedSession, log: Log): SealedSession {
  const whole = seal(tokens);
  if (fitsIntoCookies(whole.sealed)) return whole;
  const smaller = seal({ ...tokens, accessToken: '' });
  if (!fitsIntoCookies(smaller.sealed)) throw new SignInRefused(tooLarge);
  log.warn({ reason: tooLarge }, 'renewed without the access token');
  return smaller;
}

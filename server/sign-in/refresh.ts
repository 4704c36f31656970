import type { Log } from '../request/log.ts';
import { fitsIntoCookies } from '../session/chunks.ts';
import type { Sealer } from '../session/seal.ts';
import { sealSession } from '../session/seal.ts';
import type { SealedSession, Session } from '../session/session.ts';
import { beginSession } from '../session/session.ts';
import type { SessionLimits } from '../session/sign-in-record.ts';
import { makeBackoff } from './backoff.ts';
import type { Client } from './client.ts';
import type { UnavailableReason } from './faults.ts';
import { ProviderUnavailable, SignInRefused } from './faults.ts';
import { makeGrantBackoffs } from './grant-backoff.ts';
import type { Issuer, ReadyProvider } from './issuer.ts';
import { readRenewedIdToken } from './renewed-id-token.ts';
import type { TokenAnswer } from './token-answer.ts';

/** One renewal: its session, its key, and the log of its request. */
export type Attempt = Readonly<{ session: Session; refreshToken: string; key: string; log: Log }>;

/** The refresh token grant. Both throw ProviderUnavailable, the second SignInRefused too. */
export type Refresh = Readonly<{
  /** Checks that the provider can be asked: metadata and keys are available, and there is no pause. */
  prepare: (attempt: Attempt) => Promise<ReadyProvider>;
  /** Redeems the refresh token, once, for the session that follows. */
  redeem: (provider: ReadyProvider, attempt: Attempt) => Promise<SealedSession>;
  trouble: () => UnavailableReason | undefined;
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

  async function ask({ metadata }: ReadyProvider, attempt: Attempt): Promise<TokenAnswer> {
    const { session, refreshToken, key, log } = attempt;
    const own = backoffOf(key);
    own.check();
    backoff.enter();
    own.enter();
    try {
      const answer = await client.redeemRefreshToken(
        metadata,
        refreshToken,
        session.signIn.clientAuthentication,
        log,
      );
      backoff.succeeded();
      own.succeeded();
      return answer;
    } catch (error) {
      if (error instanceof ProviderUnavailable) {
        // A failure of one grant shows that the provider works.
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
      const session = beginSession(tokens, current.signIn, nowSeconds, lifetime, parts.sessionLimits);
      const sealed = sealSession(parts.sessionSealer, session);
      if (!fitsIntoCookies(sealed.sealed)) throw new SignInRefused('session_too_large');
      return sealed;
    },
    trouble: backoff.trouble,
  };
}

const previousLifetime = (session: Session) => session.expiresAtSeconds - session.issuedAtSeconds;

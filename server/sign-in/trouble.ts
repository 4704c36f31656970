import { makeLruMap } from '../lru-map.ts';
import { longestRequestMs } from './client.ts';
import type { UnavailableReason } from './faults.ts';
import { ProviderUnavailable, SignInRefused } from './faults.ts';
import type { Outage, TokenTrouble } from './outage.ts';
import {
  isOwnFault,
  noOutage,
  reduceOutage,
  tokenPauseMs,
  trialPauseMs,
  troubleAfter,
} from './outage.ts';

/** About 200 bytes each. */
const mostTokens = 10_000;
const marginMs = 2_000;

/**
 * Limits the redemptions of refresh tokens, each named by its hash. After a failure that token pauses alone, 1 s doubling to
 * 30 s. While the provider is away for several tokens, one token at a time is tried.
 */
export function makeTrouble(nowMs: () => number) {
  const tokens = makeLruMap<string, TokenTrouble>(mostTokens);
  let outage: Outage = noOutage;

  /** Throws ProviderUnavailable while the token pauses, or the provider is away and no trial may begin. */
  function check(token: string): void {
    const trouble = tokens.get(token);
    if (trouble !== undefined) refuseFor(tokenPauseMs(trouble, outage, nowMs()), trouble.reason);
    const { away, reason = 'unreachable' } = outage;
    if (away !== null) refuseFor(trialPauseMs(away, nowMs()), reason);
  }

  function succeed(token: string): void {
    outage = reduceOutage(outage, { kind: 'succeeded' });
    tokens.delete(token);
  }

  function fail(token: string, { reason, retryAfterSeconds }: ProviderUnavailable): void {
    const failure = { token, reason, retryAfterSeconds, nowMs: nowMs() };
    const before = tokens.get(token);
    outage = reduceOutage(outage, {
      kind: 'failed',
      failure,
      isOwnFault: isOwnFault(before, outage),
    });
    tokens.set(token, troubleAfter(before, failure, outage));
  }

  return {
    check,
    /** Calls `ask`, or throws as `check` does. A SignInRefused shows that the provider works. */
    async callUnlessPaused<Answer>(token: string, ask: () => Promise<Answer>): Promise<Answer> {
      check(token);
      const longestMs = longestRequestMs + marginMs;
      outage = reduceOutage(outage, { kind: 'trial_began', token, nowMs: nowMs(), longestMs });
      try {
        const answer = await ask();
        succeed(token);
        return answer;
      } catch (error) {
        if (error instanceof ProviderUnavailable) fail(token, error);
        else if (error instanceof SignInRefused) succeed(token);
        throw error;
      }
    },
    /** The reason of the provider's last failure, undefined after a success. */
    reason: (): UnavailableReason | undefined => outage.reason,
  };
}

function refuseFor(pauseMs: number, reason: UnavailableReason): void {
  if (pauseMs > 0)
    throw new ProviderUnavailable(reason, { retryAfterSeconds: Math.ceil(pauseMs / 1_000) });
}

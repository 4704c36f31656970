import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';

import type { Config, ProviderConfig } from '../../server/config.ts';
import { makeLog } from '../../server/log/log.ts';
import { makeSealer } from '../../server/session/seal.ts';
import type { Renewal, SealedSession, Session } from '../../server/session/session.ts';
import type { SharedRenewals } from '../../server/sign-in/renew.ts';
import type { SignIn } from '../../server/sign-in/sign-in.ts';
import { makeSignIn } from '../../server/sign-in/sign-in.ts';
import { authSection } from './auth-section.ts';
import type { TestClock } from './clock.ts';
import { makeClock } from './clock.ts';
import type { TestProvider } from './provider.ts';
import { startProvider } from './provider.ts';
import type { Browser } from './sign-in-browser.ts';
import { makeBrowser } from './sign-in-browser.ts';

/** The sign-in conversation without a server, with a provider, a clock and browsers of the test's own. */
export type Door = Readonly<{
  provider: TestProvider;
  clock: TestClock;
  signIn: Process;
  /** Another process of the same service, which shares the store. */
  anotherProcess: (shared?: SharedRenewals, clientSecret?: string) => Process;
  /** The process that the browsers reach ends and another one takes its place. */
  restart: () => void;
  openBrowser: () => Browser;
  /** Every line that was logged, as text. */
  logged: readonly string[];
}>;

/** One process; a renewal begins with a request of its own, `renewal-<n>`. */
type Process = Omit<SignIn, 'renew' | 'revoke'> &
  Readonly<{
    renew: (current: SealedSession) => Promise<Renewal>;
    revoke: (session: Session) => Promise<void>;
  }>;

type Options = Readonly<{
  auth?: Partial<Config['auth']>;
  /** How the provider is declared in the profile. */
  declared?: Partial<ProviderConfig>;
  issuer?: string;
  /** What the provider knows the client by. */
  credentials?: Readonly<{ clientId: string; clientSecret: string }>;
  shared?: SharedRenewals;
  hasEnded?: () => Promise<boolean>;
  publicScheme?: 'http' | 'https';
  idTokenSeconds?: number;
}>;

const secrets = ['a secret of more than thirty-two bytes'];

export async function openDoor(t: TestContext, options: Options = {}): Promise<Door> {
  const clock = makeClock();
  const { nowMs, wait } = clock;
  const { issuer, idTokenSeconds, credentials } = options;
  const provider = await startProvider(t, {
    nowMs,
    ...credentials,
    ...(issuer === undefined ? {} : { issuer }),
    ...(idTokenSeconds === undefined ? {} : { idTokenSeconds }),
  });
  const logged: string[] = [];
  const log = makeLog('info', { write: (line) => void logged.push(line) });
  const store = options.shared ?? makeSharedRenewals();
  const anotherProcess = (
    shared = store,
    clientSecret = options.declared?.clientSecret ?? provider.clientSecret,
  ): Process => {
    const conversation = makeSignIn({
      auth: { ...authSection(provider, { ...options.declared, clientSecret }), ...options.auth },
      sessionLimits: { extensionSeconds: 8 * 60 * 60, longestSeconds: null },
      outageGraceSeconds: 10 * 60,
      sessionSealer: makeSealer(secrets, 'session'),
      pendingSealer: makeSealer(secrets, 'pending'),
      shared,
      hasEnded: options.hasEnded ?? (async () => false),
      watch: () => undefined,
      fetch: provider.fetch,
      wait,
      nowMs,
    });
    return {
      ...conversation,
      renew(current) {
        renewals += 1;
        return conversation.renew(current, log.child({ requestId: `renewal-${renewals}` }));
      },
      revoke: (session) => conversation.revoke(session, log.child({ requestId: 'sign-out' })),
    };
  };
  const signIn = anotherProcess();

  let reached = signIn;
  let renewals = 0;
  let requests = 0;
  const requestLog = () => log.child({ requestId: `req-${(requests += 1)}` });
  const openBrowser = () =>
    makeBrowser({
      nowMs,
      provider,
      scheme: options.publicScheme ?? 'http',
      reached: () => reached,
      requestLog,
      logged,
    });

  function restart(): void {
    reached = anotherProcess();
  }

  return { provider, clock, signIn, anotherProcess, restart, openBrowser, logged };
}

/** Someone signed in whose ID token has just expired. */
export async function expire(
  t: TestContext,
  options?: Parameters<typeof openDoor>[1],
): Promise<Door & { current: SealedSession }> {
  const door = await openDoor(t, options);
  const current = await door.openBrowser().signIn();
  door.clock.advance(3_600_000);
  return { ...door, current };
}

export function renewedOf(renewal: Renewal): SealedSession {
  assert.equal(renewal.kind, 'renewed');
  return renewal.renewed;
}

/** Shared renewals as a store keeps them, in memory. */
export function makeSharedRenewals(): SharedRenewals {
  const rows = new Map<string, { untilMs: number; sealed?: string }>();
  return {
    async claimRenewal(key, nowMs, leaseEndsMs) {
      const row = rows.get(key);
      if (row !== undefined && row.untilMs > nowMs) {
        return row.sealed === undefined ? { kind: 'taken' } : { kind: 'published', sealed: row.sealed };
      }
      rows.set(key, { untilMs: leaseEndsMs });
      return { kind: 'claimed' };
    },
    async publishRenewal(key, sealed, untilMs) {
      rows.set(key, { untilMs, sealed });
    },
    async releaseRenewal(key) {
      if (rows.get(key)?.sealed === undefined) rows.delete(key);
    },
  };
}

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';

import { endpoints } from '../../contract/endpoints.ts';
import type { ProviderConfig } from '../../server/config.ts';
import type { CookieToSet } from '../../server/http/cookie.ts';
import { setCookieLine } from '../../server/http/cookie.ts';
import type { Origin } from '../../server/http/origin.ts';
import { Problem } from '../../server/http/problems.ts';
import { makeLog } from '../../server/log/log.ts';
import { makeSealer } from '../../server/session/seal.ts';
import type { Renewal, SealedSession, Session } from '../../server/session/session.ts';
import type { SharedRenewals } from '../../server/sign-in/renew.ts';
import { SignInRefused } from '../../server/sign-in/faults.ts';
import { makeSignIn } from '../../server/sign-in/sign-in.ts';
import { makeJar } from '../cookies.ts';
import { authSection, testConfig } from './auth-section.ts';
import { makeClock } from './clock.ts';
import type { Person } from './provider.ts';
import { startProvider } from './provider.ts';

type Options = Readonly<{
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

const { session: sessions } = testConfig;

export type Door = Awaited<ReturnType<typeof openDoor>>;

/** The sign-in conversation without a server, with a provider, a clock and browsers of the test's own. */
export async function openDoor(t: TestContext, options: Options = {}) {
  const clock = makeClock();
  const { nowMs, wait } = clock;
  const { issuer, idTokenSeconds, credentials, publicScheme: scheme = 'http' } = options;
  const provider = await startProvider(t, {
    nowMs,
    ...credentials,
    ...(issuer !== undefined && { issuer }),
    ...(idTokenSeconds !== undefined && { idTokenSeconds }),
  });
  const logged: string[] = [];
  const log = makeLog('info', { write: (line) => void logged.push(line) });
  const store = options.shared ?? makeSharedRenewals();
  let [renewals, requests] = [0, 0];

  /** Another process of the same service, which shares the store. A renewal begins with a request of its own, `renewal-<n>`. */
  function anotherProcess(shared = store) {
    const conversation = makeSignIn({
      auth: authSection(provider, options.declared),
      sessionLimits: sessions,
      sessionSealer: makeSealer(sessions.secrets, 'session'),
      pendingSealer: makeSealer(sessions.secrets, 'pending'),
      shared,
      hasEnded: options.hasEnded ?? (async () => false),
      identify: (idToken) => ({ email: idToken, name: null, pictureUrl: null }),
      watch: () => undefined,
      fetch: provider.fetch,
      wait,
      nowMs,
    });
    return {
      ...conversation,
      renew: (current: SealedSession) =>
        conversation.renew(current, log.child({ requestId: `renewal-${(renewals += 1)}` })),
      revoke: (session: Session) => conversation.revoke(session, log.child({ requestId: 'sign-out' })),
    };
  }
  const signIn = anotherProcess();
  let reached = signIn;

  /** A browser that signs in without a server between it and the conversation. */
  function openBrowser() {
    const jar = makeJar(nowMs);
    async function get(address: string): Promise<Answer> {
      const { pathname, search, host } = new URL(address, 'http://tasks.example.com');
      const origin = { scheme, host, href: `${scheme}://${host}` };
      assert.ok(isAllowed(origin));
      const request = { origin, cookies: [...jar.cookies].map(([name, { value }]) => ({ name, value })) };
      requests += 1;
      const requestLog = log.child({ requestId: `req-${requests}` });
      const setCookies: string[] = [];
      const keep = (set: readonly CookieToSet[]) => {
        setCookies.push(...set.map(setCookieLine));
        jar.keep(setCookies);
      };
      try {
        if (pathname === endpoints.login.path) {
          const started = await reached.begin(request, requestLog);
          keep(started.cookies);
          return { status: 302, location: started.address, setCookies, body: '' };
        }
        const finishing = reached.finish(request, pathname + search, requestLog);
        keep(finishing.cookies);
        const outcome = await finishing.outcome;
        const finished: Finished =
          outcome instanceof SignInRefused
            ? { kind: 'failed', reason: outcome.reason }
            : { kind: 'signed_in', sealedSession: outcome };
        const body = outcome instanceof SignInRefused ? outcome.code : 'signed_in';
        return { status: 200, location: '', setCookies, body, finished };
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const { status, code: body, details } = error;
        return { status, location: '', setCookies, body, retryAfterSeconds: details.retryAfterSeconds };
      }
    }
    /** Follows login to the provider's address. */
    async function login(): Promise<string> {
      const answer = await get(endpoints.login.path);
      assert.equal(answer.status, 302, answer.body);
      return answer.location;
    }
    /** The outcome of the callback that this browser was sent to. */
    async function finish(address: string): Promise<Finished> {
      const { finished, body } = await get(address);
      assert.ok(finished, `the callback was refused with ${body}`);
      return finished;
    }
    async function signInAs(person?: Person): Promise<SealedSession> {
      const outcome = await finish(provider.authorize(await login(), person));
      assert.equal(outcome.kind, 'signed_in', logged.at(-1));
      return outcome.sealedSession;
    }
    return { cookies: jar.cookies, get, login, finish, signIn: signInAs };
  }

  /** The process that the browsers reach ends and another one takes its place. */
  function restart(): void {
    reached = anotherProcess();
  }

  return { provider, clock, signIn, anotherProcess, restart, openBrowser, logged };
}

type Finished =
  | Readonly<{ kind: 'signed_in'; sealedSession: SealedSession }>
  | Readonly<{ kind: 'failed'; reason: string }>;

type Answer = Readonly<{
  status: number;
  location: string;
  retryAfterSeconds?: number | undefined;
  setCookies: readonly string[];
  /** The outcome of the callback, or the code of the problem. */
  body: string;
  finished?: Finished;
}>;

const isAllowed = (origin: Pick<Origin, 'scheme' | 'host' | 'href'>): origin is Origin =>
  URL.parse(origin.href)?.host === origin.host;

/** Someone signed in whose ID token has just expired. */
export async function expire(t: TestContext, options?: Options) {
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
      if (row !== undefined && row.untilMs > nowMs)
        return row.sealed === undefined ? { kind: 'taken' } : { kind: 'published', sealed: row.sealed };
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

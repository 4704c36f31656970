import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';

import fastify, { LogController } from 'fastify';

import type { Config, ProviderConfig } from '../../server/config.ts';
import { makeLog } from '../../server/request/log.ts';
import { makeOriginOf } from '../../server/request/origin.ts';
import { Problem } from '../../server/request/problems.ts';
import { makeCompanion } from '../../server/session/companion.ts';
import { makeSealer } from '../../server/session/seal.ts';
import type { Renewal, SealedSession, Session } from '../../server/session/session.ts';
import type { SharedRenewals } from '../../server/sign-in/shared-renewals.ts';
import type { Finished, SignIn } from '../../server/sign-in/sign-in.ts';
import { makeSignIn } from '../../server/sign-in/sign-in.ts';
import { cookieHeader, keepCookies } from '../cookies.ts';
import { authSection } from './auth-section.ts';
import type { TestClock } from './clock.ts';
import { makeClock } from './clock.ts';
import type { Person, TestProvider } from './provider.ts';
import { startProvider } from './provider.ts';
import { makeSharedRenewals } from './shared-renewals.ts';

/** The sign-in conversation behind the two routes that it is for, with a provider, a clock and browsers of the test's own. */
export type Door = Readonly<{
  provider: TestProvider;
  clock: TestClock;
  signIn: Process;
  /** Another process of the same service, which shares the store. */
  anotherProcess: (shared?: SharedRenewals, clientSecret?: string) => Process;
  /** The process behind the routes ends and another one takes its place. */
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

export type Answer = Readonly<{
  status: number;
  location: string;
  cacheControl: string | undefined;
  retryAfterSeconds?: number;
  setCookies: readonly string[];
  /** What came of it: the outcome of the callback, or the code of the problem. */
  body: string;
}>;

export type Browser = Readonly<{
  /** Cookies by name; may be changed. */
  cookies: Map<string, string>;
  get: (address: string) => Promise<Answer>;
  /** Follows login to the provider's address. */
  login: () => Promise<string>;
  /** What finishSignIn made of the callback that this browser was sent to; undefined when it threw a problem. */
  finish: (address: string) => Promise<Finished>;
  signIn: (person?: Person) => Promise<SealedSession>;
}>;

type Options = Readonly<{
  auth?: Partial<Config['auth']>;
  /** How the provider is declared in the profile. */
  declared?: Partial<ProviderConfig>;
  issuer?: string;
  /** What the provider knows the client by. */
  credentials?: Readonly<{ clientId: string; clientSecret: string }>;
  shared?: SharedRenewals;
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
  const originOf = makeOriginOf({ allowedHosts: null, publicScheme: options.publicScheme ?? null });
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
      companion: makeCompanion((request) => originOf(request).scheme === 'https'),
      originOf,
      shared,
      hasEnded: async () => false,
      fetch: provider.fetch,
      wait,
      nowMs,
    });
    return {
      ...conversation,
      renew: (current) => {
        renewals += 1;
        return conversation.renew(current, app.log.child({ requestId: `renewal-${renewals}` }));
      },
      revoke: (session) => conversation.revoke(session, app.log.child({ requestId: 'sign-out' })),
    };
  };
  const signIn = anotherProcess();

  let behindRoutes = signIn;
  let finished: Finished | undefined;
  const app = fastify({
    loggerInstance: makeLog('info', { write: (line) => void logged.push(line) }),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
  });
  let renewals = 0;
  t.after(() => app.close());
  app.get('/api/auth/login', (request, reply) => behindRoutes.beginSignIn(request, reply));
  app.get('/api/auth/callback', async (request, reply) => {
    finished = await behindRoutes.finishSignIn(request, reply);
    return finished.kind === 'failed' ? finished.code : finished.kind;
  });
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Problem)) throw error;
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds);
    return reply.code(error.status).send(error.code);
  });

  function openBrowser(): Browser {
    const cookies = new Map<string, string>();
    async function get(address: string): Promise<Answer> {
      const { pathname, search, host } = new URL(address, 'http://tasks.example.com');
      const response = await app.inject({
        url: pathname + search,
        headers: { host, ...cookieHeader(cookies) },
      });
      const setCookies = [response.headers['set-cookie'] ?? []].flat();
      keepCookies(cookies, setCookies);
      const { statusCode: status, body } = response;
      const { location = '', 'cache-control': cacheControl, 'retry-after': retryAfter } = response.headers;
      const said = { status, location, cacheControl, setCookies, body };
      return retryAfter === undefined ? said : { ...said, retryAfterSeconds: Number(retryAfter) };
    }
    async function login(): Promise<string> {
      const answer = await get('/api/auth/login');
      assert.equal(answer.status, 302, answer.body);
      return answer.location;
    }
    async function finish(address: string): Promise<Finished> {
      finished = undefined;
      const answer = await get(address);
      assert.ok(finished, `the callback was refused with ${answer.body}`);
      return finished;
    }
    return {
      cookies,
      get,
      login,
      finish,
      async signIn(person) {
        const outcome = await finish(provider.authorize(await login(), person));
        assert.equal(outcome.kind, 'signed_in', logged.at(-1));
        return outcome.sealedSession;
      },
    };
  }

  function restart(): void {
    behindRoutes = anotherProcess();
  }

  return { provider, clock, signIn, anotherProcess, restart, openBrowser, logged };
}

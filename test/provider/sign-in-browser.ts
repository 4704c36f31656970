import assert from 'node:assert/strict';

import { endpoints } from '../../contract/endpoints.ts';
import type { CookieToSet } from '../../server/http/cookie.ts';
import { setCookieLine } from '../../server/http/cookie.ts';
import type { Log } from '../../server/log/log.ts';
import type { Origin } from '../../server/http/origin.ts';
import { Problem } from '../../server/http/problems.ts';
import type { SealedSession } from '../../server/session/session.ts';
import type { Finished, SignIn } from '../../server/sign-in/sign-in.ts';
import type { Cookie } from '../cookies.ts';
import { makeJar } from '../cookies.ts';
import type { Person, TestProvider } from './provider.ts';

export type Answer = Readonly<{
  status: number;
  location: string;
  retryAfterSeconds?: number | undefined;
  setCookies: readonly string[];
  /** The outcome of the callback, or the code of the problem. */
  body: string;
  finished?: Finished;
}>;

export type Browser = Readonly<{
  /** Cookies by name; may be changed. */
  cookies: Map<string, Cookie>;
  get: (address: string) => Promise<Answer>;
  /** Follows login to the provider's address. */
  login: () => Promise<string>;
  /** The outcome of the callback that this browser was sent to. */
  finish: (address: string) => Promise<Finished>;
  signIn: (person?: Person) => Promise<SealedSession>;
}>;

type Parts = Readonly<{
  nowMs: () => number;
  provider: TestProvider;
  scheme: Origin['scheme'];
  /** The process that the next request reaches. */
  reached: () => Pick<SignIn, 'begin' | 'finish'>;
  /** The log of one more request. */
  requestLog: () => Log;
  logged: readonly string[];
}>;

/** A browser that signs in without a server between it and the conversation. */
export function makeBrowser({ nowMs, provider, scheme, reached, requestLog, logged }: Parts): Browser {
  const { cookies, keep: keepLines } = makeJar(nowMs);
  async function get(address: string): Promise<Answer> {
    const { pathname, search, host } = new URL(address, 'http://tasks.example.com');
    const origin = { scheme, host, href: `${scheme}://${host}` };
    assert.ok(isAllowed(origin));
    const request = { origin, cookies: [...cookies].map(([name, { value }]) => ({ name, value })) };
    const log = requestLog();
    const setCookies: string[] = [];
    const keep = (set: readonly CookieToSet[]) => {
      setCookies.push(...set.map(setCookieLine));
      keepLines(setCookies);
    };
    try {
      if (pathname === endpoints.login.path) {
        const started = await reached().begin(request, log);
        keep(started.cookies);
        return { status: 302, location: started.address, setCookies, body: '' };
      }
      const finishing = reached().finish(request, pathname + search, log);
      keep(finishing.cookies);
      const finished = await finishing.outcome;
      const body = finished.kind === 'failed' ? finished.code : finished.kind;
      return { status: 200, location: '', setCookies, body, finished };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { status, code, details } = error;
      return { status, location: '', setCookies, body: code, retryAfterSeconds: details.retryAfterSeconds };
    }
  }
  async function login(): Promise<string> {
    const answer = await get('/api/auth/login');
    assert.equal(answer.status, 302, answer.body);
    return answer.location;
  }
  async function finish(address: string): Promise<Finished> {
    const { finished, body } = await get(address);
    assert.ok(finished, `the callback was refused with ${body}`);
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

const isAllowed = (origin: Pick<Origin, 'scheme' | 'host' | 'href'>): origin is Origin =>
  URL.parse(origin.href)?.host === origin.host;

import assert from 'node:assert/strict';

import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

import { readSetCookie } from './cookies.ts';
import type { Person, TestProvider } from './provider/provider.ts';

type Headers = Readonly<Record<string, string>>;

/** As much of a browser as signing in takes: it keeps cookies by name and path until they expire. */
export type Browser = Readonly<{
  /** Cookies by name; may be changed. */
  cookies: Map<string, Cookie>;
  get: (path: string, headers?: Headers) => Promise<LightMyRequestResponse>;
  head: (path: string, headers?: Headers) => Promise<LightMyRequestResponse>;
  post: (path: string, body: unknown, headers?: Headers) => Promise<LightMyRequestResponse>;
  put: (path: string, body: unknown, headers?: Headers) => Promise<LightMyRequestResponse>;
  delete: (path: string, headers?: Headers) => Promise<LightMyRequestResponse>;
  /** Goes to the login endpoint and gives the provider's address that it leads to. */
  login: () => Promise<string>;
  /** The whole way: login, provider, callback. Gives the answer of the callback. */
  signIn: (person?: Person) => Promise<LightMyRequestResponse>;
  /** What the browser would send as Cookie to this path. */
  cookieHeader: (path: string) => string;
  /** The same cookies, at another process of the service. */
  at: (app: FastifyInstance) => Browser;
}>;

export type Cookie = Readonly<{ value: string; path: string; expiresAtMs: number }>;

export const defaultHost = 'tasks.example.com';

/** Opens a browser without any cookie. */
export function openBrowser(
  app: FastifyInstance,
  provider: TestProvider,
  nowMs: () => number,
  cookies = new Map<string, Cookie>(),
): Browser {
  const cookieHeader = (path: string) =>
    [...cookies]
      .filter(([, cookie]) => cookie.expiresAtMs > nowMs() && covers(cookie.path, path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');

  async function send(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    headers: Headers,
    body?: unknown,
  ) {
    const cookie = cookieHeader(path.split('?')[0] ?? path);
    const response = await app.inject({
      method,
      url: path,
      headers: {
        host: defaultHost,
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) keep(line);
    return response;
  }

  function keep(line: string): void {
    const { name, value, path, maxAgeSeconds } = readSetCookie(line);
    if (maxAgeSeconds === 0) cookies.delete(name);
    else cookies.set(name, { value, path, expiresAtMs: nowMs() + maxAgeSeconds * 1000 });
  }

  async function login(): Promise<string> {
    const answer = await send('GET', '/api/auth/login', navigation);
    assert.equal(answer.statusCode, 302, answer.body);
    return String(answer.headers.location);
  }

  return {
    cookies,
    get: (path, headers = {}) => send('GET', path, headers),
    head: (path, headers = {}) => send('HEAD', path, headers),
    post: (path, body, headers = {}) => send('POST', path, headers, body),
    put: (path, body, headers = {}) => send('PUT', path, headers, body),
    delete: (path, headers = {}) => send('DELETE', path, headers),
    login,
    async signIn(person) {
      const { pathname, search } = new URL(provider.authorize(await login(), person));
      const answer = await send('GET', pathname + search, navigation);
      assert.equal(answer.statusCode, 302, answer.body);
      return answer;
    },
    cookieHeader,
    at: (other) => openBrowser(other, provider, nowMs, cookies),
  };
}

/** What browsers send when a person follows a link. */
export const navigation = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'sec-fetch-mode': 'navigate',
};

const covers = (cookiePath: string, path: string) =>
  path === cookiePath || path.startsWith(cookiePath.endsWith('/') ? cookiePath : `${cookiePath}/`);

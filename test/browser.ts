import assert from 'node:assert/strict';

import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

import { pathOf } from './answer.ts';
import type { Cookie } from './cookies.ts';
import { makeJar } from './cookies.ts';
import type { Answer, Question, Transport } from './http.ts';
import { toApp } from './http.ts';
import type { Person, TestProvider } from './provider/provider.ts';

type Headers = Question['headers'];

/** The HTTP client of all tests, with the parts of a browser that signing in needs. */
export type Browser<Given extends Answer = LightMyRequestResponse> = Readonly<{
  /** Cookies by name; may be changed. */
  cookies: Map<string, Cookie>;
  send: (
    method: Question['method'],
    path: string,
    headers?: Headers,
    body?: unknown,
  ) => Promise<Given>;
  get: (path: string, headers?: Headers) => Promise<Given>;
  post: (path: string, body: unknown, headers?: Headers) => Promise<Given>;
  put: (path: string, body: unknown, headers?: Headers) => Promise<Given>;
  delete: (path: string, headers?: Headers) => Promise<Given>;
  /** Requests the login endpoint and returns the provider's address to which it redirects. */
  login: () => Promise<string>;
  /** Signs in at the provider, and returns the address of the callback. */
  begin: (person?: Person) => Promise<string>;
  /** The whole sign-in: login, provider, callback. Returns the response of the callback. */
  signIn: (person?: Person) => Promise<Given>;
  /** The Cookie header that the browser would send to this path. */
  cookieHeader: (path: string) => string;
  /** The same cookies, at another process of the service. */
  at: (app: FastifyInstance) => Browser;
}>;

export const defaultHost = 'tasks.example.com';

type Options<Given extends Answer> = Readonly<{
  transport: Transport<Given>;
  provider: TestProvider;
  nowMs?: () => number;
  host?: string;
  cookies?: Map<string, Cookie>;
}>;

/** Opens a browser, with the given cookies or none. */
export function openBrowser<Given extends Answer>(options: Options<Given>): Browser<Given> {
  const { transport, provider, nowMs = Date.now, host = defaultHost } = options;
  const { cookies, keep, headerFor } = makeJar(nowMs, options.cookies);

  async function send(
    method: Question['method'],
    path: string,
    headers: Headers = {},
    body?: unknown,
  ) {
    const cookie = headerFor(path.split('?')[0] ?? path);
    const answer = await transport({
      method,
      path,
      headers: {
        host,
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    });
    keep(answer.headers['set-cookie']);
    return answer;
  }

  async function login(): Promise<string> {
    const answer = await send('GET', '/api/auth/login', navigation);
    assert.equal(answer.statusCode, 302, answer.body);
    return String(answer.headers.location);
  }

  async function begin(person?: Person): Promise<string> {
    return pathOf(provider.authorize(await login(), person));
  }

  return {
    cookies,
    send,
    get: (path, headers) => send('GET', path, headers),
    post: (path, body, headers) => send('POST', path, headers, body),
    put: (path, body, headers) => send('PUT', path, headers, body),
    delete: (path, headers) => send('DELETE', path, headers),
    login,
    begin,
    async signIn(person) {
      const answer = await send('GET', await begin(person), navigation);
      assert.equal(answer.statusCode, 302, answer.body);
      return answer;
    },
    cookieHeader: headerFor,
    at: (app) => openBrowser({ ...options, transport: toApp(app), cookies }),
  };
}

/** The headers that browsers send when a person follows a link. */
export const navigation = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'sec-fetch-mode': 'navigate',
};

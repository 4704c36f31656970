import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';

import type { JSONWebKeySet } from 'jose';
import { decodeJwt } from 'jose';

import { startLocalProvider } from '../local-provider/main.ts';
import { emptyFolder } from './folder.ts';

export const servicePort = 8123;
export const client = { id: 'dueline', secret: 'a secret of the client, long enough' };
export const users = [
  { email: 'ada@example.com', name: 'Ada Byron', picture: 'https://pictures.example/ada.png' },
  { email: 'grace@example.com', name: 'Grace Murray', picture: null },
];

export type Overrides = Partial<{ dataFolder: string; port: number; isProduction: boolean }>;

/** A local provider of one test, on a free port. */
export async function started(
  t: TestContext,
  { dataFolder, port = 0, isProduction = false }: Overrides = {},
) {
  const provider = await startLocalProvider({
    isProduction,
    config: { enabled: true, port, users },
    dataFolder: dataFolder ?? emptyFolder(t),
    clientId: client.id,
    clientSecret: client.secret,
    servicePort,
    log: { error: (details, message) => assert.fail(`${message} ${JSON.stringify(details)}`) },
  });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await provider.close();
    isOpen = false;
  };
  t.after(close);
  return { issuer: provider.issuer, close };
}

/** What the service would send a browser to, with what it keeps for the way back. */
export function authorization(issuer: string, serviceHost: string) {
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `http://${serviceHost}:${servicePort}/api/auth/callback`;
  const url = new URL(`${issuer}/account/authorize`);
  url.search = new URLSearchParams({
    client_id: client.id,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: 'the state',
    nonce: 'the nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  return { url, verifier, redirectUri };
}

export async function signIn(issuer: string, answer: Record<string, string>, browser = makeBrowser()) {
  const attempt = authorization(issuer, 'localhost');
  const { callback } = await browser.submit(await browser.open(attempt.url), answer);
  return redeem(issuer, attempt, callback);
}

export async function redeem(issuer: string, attempt: ReturnType<typeof authorization>, callback: URL) {
  const { status, tokens } = await askForTokens(issuer, {
    grant_type: 'authorization_code',
    code: callback.searchParams.get('code') ?? '',
    redirect_uri: attempt.redirectUri,
    code_verifier: attempt.verifier,
  });
  assert.equal(status, 200, JSON.stringify(tokens));
  return tokens;
}

export const renew = (issuer: string, refreshToken: string) =>
  askForTokens(issuer, { grant_type: 'refresh_token', refresh_token: refreshToken });

export async function askForTokens(issuer: string, fields: Record<string, string>) {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: {
      // Else the connection of before a restart would be used for a request after it.
      connection: 'close',
      authorization: `Basic ${Buffer.from(`${client.id}:${encodeURIComponent(client.secret)}`).toString('base64')}`,
    },
    body: new URLSearchParams(fields),
  });
  const answer: unknown = await response.json();
  assert.ok(typeof answer === 'object' && answer !== null);
  const text = (name: string) => String(new Map(Object.entries(answer)).get(name) ?? '');
  const tokens = { id_token: text('id_token'), refresh_token: text('refresh_token'), error: text('error') };
  return { status: response.status, tokens };
}

export async function keySetOf(issuer: string): Promise<JSONWebKeySet> {
  const keys: unknown = await (await fetch(`${issuer}/jwks`)).json();
  assert.ok(typeof keys === 'object' && keys !== null && 'keys' in keys && Array.isArray(keys.keys));
  return { keys: keys.keys };
}

export const subjectOf = (idToken: string) => decodeJwt(idToken).sub;

/** Follows redirects within the provider, keeps its cookies by path, and stops where the service would take over. */
export function makeBrowser() {
  const jar = new Map<string, { name: string; value: string; path: string }>();

  type Sent = { method?: string; body?: URLSearchParams; headers?: Record<string, string> };

  async function request(url: URL, init: Sent = {}): Promise<Response> {
    const cookie = [...jar.values()]
      .filter(
        ({ path }) => url.pathname === path || url.pathname.startsWith(path === '/' ? path : `${path}/`),
      )
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const headers = { accept: 'text/html', cookie, ...init.headers };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /; path=([^;]+)/i.exec(line)?.[1] ?? '/';
      if (value === '') jar.delete(`${name} ${path}`);
      else jar.set(`${name} ${path}`, { name, value, path });
    }
    return response;
  }

  async function follow(url: URL, response: Response) {
    const location = response.headers.get('location');
    const next = location === null ? undefined : new URL(location, url);
    const isBack = next !== undefined && next.host !== url.host;
    if (next !== undefined && !isBack) return follow(next, await request(next));
    const text = await response.text();
    return { status: response.status, href: url.href, text, callback: next ?? new URL('about:blank') };
  }

  const post = (href: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    request(new URL(href), { method: 'POST', body: new URLSearchParams(fields), headers });

  return {
    open: async (url: URL | string) => follow(new URL(url), await request(new URL(url))),
    post,
    submit: async (page: { href: string }, fields: Record<string, string>) =>
      follow(new URL(page.href), await post(page.href, fields)),
    cookiePaths: () => [...jar.values()].map(({ path }) => path),
  };
}

import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';

import { startLocalProvider } from '../local-provider/main.ts';
import { makeJar } from './cookies.ts';
import { emptyFolder } from './folder.ts';
import type { PortAnswer } from './http.ts';
import { toPort } from './http.ts';

export const servicePort = 8123;
export const client = { id: 'dueline', secret: 'a secret of the client, long enough' };
const users = [
  { email: 'ada@example.com', name: 'Ada Byron', picture: 'https://pictures.example/ada.png' },
  { email: 'grace@example.com', name: 'Grace Murray', picture: null },
];

type Overrides = Partial<{ dataFolder: string; port: number; isProduction: boolean }>;

/** A local provider of one test, on a free port. */
export async function started(t: TestContext, overrides: Overrides = {}) {
  const { dataFolder = emptyFolder(t), port = 0, isProduction = false } = overrides;
  const provider = await startLocalProvider({
    isProduction,
    config: { enabled: true, port, users },
    dataFolder,
    clientId: client.id,
    clientSecret: client.secret,
    servicePort,
    log: { error: (details, message) => assert.fail(`${message} ${JSON.stringify(details)}`) },
  });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= provider.close());
  t.after(close);
  return { issuer: provider.issuer, close };
}

/** What the service would send a browser to, with what it keeps for the way back. */
export function authorization(issuer: string, serviceHost = 'localhost') {
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

/** Signs in at the page of a new browser, or of this one without a page, and redeems the code. */
export async function signIn(issuer: string, answer: Record<string, string> | null, browser = makeBrowser()) {
  const { url, verifier, redirectUri } = authorization(issuer);
  const page = await browser.open(url.href);
  const { callback } = answer === null ? page : await browser.submit(page, answer);
  const { status, tokens } = await askForTokens(issuer, {
    grant_type: 'authorization_code',
    code: callback.searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  assert.equal(status, 200, JSON.stringify(tokens));
  return { ...tokens, callback };
}

export const renew = (issuer: string, refreshToken: string) =>
  askForTokens(issuer, { grant_type: 'refresh_token', refresh_token: refreshToken });

async function askForTokens(issuer: string, fields: Fields) {
  const credentials = `${client.id}:${encodeURIComponent(client.secret)}`;
  const { statusCode: status, json } = await post(`${issuer}/token`, fields, {
    authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
  });
  const answer: unknown = json();
  assert.ok(typeof answer === 'object' && answer !== null);
  const text = (name: string) => String(new Map(Object.entries(answer)).get(name) ?? '');
  const tokens = { id_token: text('id_token'), refresh_token: text('refresh_token'), error: text('error') };
  return { status, tokens };
}

/** Follows redirects within the provider, and stops where the service would take over. */
export function makeBrowser() {
  const { cookies, keep, headerFor } = makeJar(Date.now);
  const open = async (href: string) => follow(href, await ask(href, 'GET', withCookie(href)));
  const withCookie = (href: string) => ({ accept: 'text/html', cookie: headerFor(new URL(href).pathname) });

  async function follow(href: string, { statusCode: status, headers, body }: PortAnswer): Promise<Shown> {
    keep(headers['set-cookie']);
    const { location } = headers;
    const next = location === undefined ? undefined : new URL(location, href);
    if (next?.host === new URL(href).host) return open(next.href);
    return { status, href, text: body, callback: next ?? new URL('about:blank') };
  }

  return {
    open,
    submit: async ({ href }: Pick<Shown, 'href'>, fields: Fields, headers: Fields = {}) =>
      follow(href, await post(href, fields, { ...withCookie(href), ...headers })),
    cookiePaths: () => [...cookies.values()].map(({ path }) => path),
  };
}

type Fields = Readonly<Record<string, string>>;

type Shown = Readonly<{ status: number; href: string; text: string; callback: URL }>;

const post = (href: string, fields: Fields, headers: Fields) =>
  ask(
    href,
    'POST',
    { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    String(new URLSearchParams(fields)),
  );

/** Over a connection of its own: none is left from before a restart. */
function ask(href: string, method: 'GET' | 'POST', headers: Fields, body?: string): Promise<PortAnswer> {
  const { host, port, pathname, search } = new URL(href);
  return toPort({ port: Number(port) })({
    method,
    path: pathname + search,
    headers: { host, ...headers },
    body,
  });
}

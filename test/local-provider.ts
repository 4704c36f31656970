import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';

import * as Type from 'typebox';
import { Parse } from 'typebox/value';

import { startLocalProvider } from '../local-provider/main.ts';
import { makeJar } from './cookies.ts';
import { emptyFolder } from './folder.ts';

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
  const provider = await startLocalProvider(
    {
      isProduction,
      localProvider: { enabled: true, port, users },
      dataFolder,
      http: { port: servicePort, allowedHosts: null, publicScheme: null },
    },
    { clientId: client.id, clientSecret: client.secret },
    { error: (details, message) => assert.fail(`${message} ${JSON.stringify(details)}`) },
  );
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

const Tokens = Type.Partial(
  Type.Object({ id_token: Type.String(), refresh_token: Type.String(), error: Type.String() }),
);

async function askForTokens(issuer: string, fields: Fields) {
  const credentials = Buffer.from(`${client.id}:${encodeURIComponent(client.secret)}`).toString('base64');
  const answer = await send(`${issuer}/token`, fields, { authorization: `Basic ${credentials}` });
  const { id_token = '', refresh_token = '', error = '' } = Parse(Tokens, await answer.json());
  return { status: answer.status, tokens: { id_token, refresh_token, error } };
}

/** Follows redirects within the provider, and stops where the service would take over. */
export function makeBrowser() {
  const { cookies, keep, headerFor } = makeJar(Date.now);
  async function go(href: string, fields?: Fields, more: Fields = {}): Promise<Shown> {
    const headers = { accept: 'text/html', cookie: headerFor(new URL(href).pathname), ...more };
    const answer = await send(href, fields, headers);
    keep(answer.headers.getSetCookie());
    const location = answer.headers.get('location');
    const next = location === null ? undefined : new URL(location, href);
    if (next?.host === new URL(href).host) return go(next.href);
    return {
      status: answer.status,
      href,
      text: await answer.text(),
      callback: next ?? new URL('about:blank'),
    };
  }
  return {
    open: (href: string) => go(href),
    submit: ({ href }: Pick<Shown, 'href'>, fields: Fields, headers?: Fields) => go(href, fields, headers),
    cookiePaths: () => [...cookies.values()].map(({ path }) => path),
  };
}

type Fields = Readonly<Record<string, string>>;

type Shown = Readonly<{ status: number; href: string; text: string; callback: URL }>;

/** Over a connection of its own: none is left from before a restart. */
const send = (href: string, fields: Fields | undefined, headers: Fields) =>
  fetch(href, {
    redirect: 'manual',
    headers: { ...headers, connection: 'close' },
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  });

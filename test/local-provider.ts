import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';

import { startLocalProvider } from '../local-provider/main.ts';
import { openBrowser as openServiceBrowser } from './browser.ts';
import { makeJar } from './cookies.ts';
import { emptyFolder } from './folder.ts';
import { toApp } from './http.ts';
import { freePort } from './process.ts';
import { startProviderTest } from './provider/kit.ts';

export const servicePort = 8123;
export const client = { id: 'dueline', secret: 'a secret of the client, long enough' };
const users = [
  { email: 'ada@example.com', name: 'Ada Byron', picture: 'https://pictures.example/ada.png' },
  { email: 'grace@example.com', name: 'Grace Murray', picture: null },
];

type Overrides = Partial<{ dataFolder: string; port: number; isProduction: boolean }>;

/** A local provider of one test, on a free port. */
export async function started(t: TestContext, overrides: Overrides = {}) {
  const { dataFolder = emptyFolder(t), port = await freePort(), isProduction = false } = overrides;
  const stop = await startLocalProvider(
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
  const close = () => (closing ??= stop());
  t.after(close);
  return { issuer: `http://localhost:${port}`, close };
}

/** A service on the same machine whose tenant is this provider. Its clock is the machine's until a test advances it. */
export async function startService(t: TestContext, issuer: string) {
  const service = await startProviderTest(t, {
    declared: { issuer, clientId: client.id, clientSecret: client.secret },
    config: { auth: { requireVerifiedEmail: true } },
    outside: fetch,
    startMs: Date.now(),
  });
  /** A browser at this host name of the service. */
  function openBrowser(name = 'localhost') {
    const { app, provider, clock } = service;
    const host = `${name}:${servicePort}`;
    const browser = openServiceBrowser({
      transport: toApp(app),
      provider,
      nowMs: clock.nowMs,
      host,
    });
    return {
      ...browser,
      /** Signs in at the page of the provider, in a new browser or in `visitor`, and opens the callback. */
      signIn: async (answer: Fields, visitor = makeBrowser()) => {
        const { callback } = await visitor.submit(
          await visitor.open(await browser.login()),
          answer,
        );
        assert.equal(callback.host, host);
        const { statusCode, body } = await browser.get(callback.pathname + callback.search);
        assert.equal(statusCode, 302, body);
      },
      me: async () => (await browser.get('/api/auth/me')).json<unknown>(),
    };
  }
  return { ...service, openBrowser };
}

/** The address of the provider's page to which the service redirects a browser. */
export async function authorization(t: TestContext, issuer: string, name?: string) {
  const { openBrowser } = await startService(t, issuer);
  return openBrowser(name).login();
}

/** Follows redirects within the provider, and stops at a redirect to the service. */
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
    submit: ({ href }: Pick<Shown, 'href'>, fields: Fields, headers?: Fields) =>
      go(href, fields, headers),
    cookiePaths: () => [...cookies.values()].map(({ path }) => path),
  };
}

type Fields = Readonly<Record<string, string>>;

type Shown = Readonly<{ status: number; href: string; text: string; callback: URL }>;

/** Sends on a new connection, because the provider may have restarted. */
const send = (href: string, fields: Fields | undefined, headers: Fields) =>
  fetch(href, {
    redirect: 'manual',
    headers: { ...headers, connection: 'close' },
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  });

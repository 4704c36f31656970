import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import type { LightMyRequestResponse } from 'fastify';

import { StoreError } from '../../server/store/store.ts';
import type { TestApp } from '../app.ts';
import { hourMs, startTestApp } from '../app.ts';
import type { Browser } from '../browser.ts';
import { navigation } from '../browser.ts';
import { fields } from '../flows/task-fields.ts';
import type { Fault } from '../provider/fault.ts';
import { fail, failures } from '../provider/failures.ts';
import { faults, hmacWith } from '../provider/faults.ts';
import { headerOf } from '../cookies.ts';
import { sessionPairs } from './session-cookies.ts';
import type { WireAnswer } from './wire.ts';
import { listen, requestText } from './wire.ts';

const description = 'buy-the-ring-for-a-secret-proposal';
const person = {
  sub: 'ada-the-private',
  email: 'ada.the.private@example.com',
  name: 'Ada the Private',
};

test('a whole hostile run: no log line, error body or header holds a token, code, cookie, secret or task', async (t) => {
  const service = await startTestApp(t, {
    config: {
      log: { level: 'trace' },
      session: { secrets: ['the-session-secret-of-this-hostile-run'] },
    },
  });
  const run = makeRecorder(service);
  run.hide('description', description);
  for (const claim of Object.values(person)) run.hide('claim', claim);

  for (const size of [0, 7_000]) {
    run.play({ claims: (claims) => ({ ...claims, groups: 'g'.repeat(size) }) });
    const browser = await run.signIn(service.openBrowser());
    await useEverything(run, browser);
    service.clock.advance(hourMs);
    await useEverything(run, browser);
  }

  for (const fault of everyFault(service)) {
    run.play();
    const browser = await run.signIn(service.openBrowser());
    run.play(fault);
    const fresh = service.openBrowser().at(await service.anotherProcess());
    await run.signIn(fresh);
    await run.get(fresh, '/health/ready');
    for (let hours = 0; hours < 2; hours += 1) {
      service.clock.advance(hourMs);
      await useEverything(run, browser);
    }
  }

  run.play();
  service.clock.advance(hourMs);
  const browser = await run.signIn(service.openBrowser());
  // Only a fault that the operator has to correct is an error: a client secret that the provider refuses.
  assertErrors(service, /^(sign-in|renewal) not possible now/);
  breakStore(t, service);
  await useEverything(run, browser);
  await run.signIn(service.openBrowser());
  t.mock.restoreAll();
  await misplaceSecrets(run, service, browser);
  assert.deepEqual(run.leaks(), []);
  for (const count of run.counts())
    assert.ok(count > 1_000, `only ${count} secrets or texts were collected`);
  assertErrors(service, /^(The store failed|the user record was not made)$/);
});

/** Every fault of the provider, and an error that quotes secrets. */
function everyFault({ provider }: TestApp): readonly Fault[] {
  const { slow: _, slowBody: __, ...quick } = failures;
  const endpoints = ['token', 'jwks', 'discovery'] as const;
  return [
    ...Object.values(faults),
    ...Object.values(quick).flatMap((failure) =>
      endpoints.map((endpoint) => fail(endpoint, failure)),
    ),
    hmacWith(provider.clientSecret),
    { tokens: (said) => ({ error: 'invalid_grant', error_description: said['access_token'] }) },
    { tokens: (said) => ({ error: said['refresh_token'], error_uri: said['id_token'] }) },
    {
      tokens: (said) => ({ ...said, id_token: [said['id_token'], said['access_token']].join('.') }),
    },
    { callback: (said) => said.set('error', said.get('code') ?? '') },
    { callback: (said) => said.set('iss', said.get('state') ?? '') },
  ];
}

function assertErrors({ takeErrors }: TestApp, expected: RegExp): void {
  const errors = takeErrors();
  assert.ok(errors.length > 0);
  for (const { msg } of errors) assert.match(msg, expected);
}

async function useEverything(
  run: ReturnType<typeof makeRecorder>,
  browser: Browser,
): Promise<void> {
  const task = { ...fields, description };
  await run.get(browser, '/api/auth/me');
  await run.get(browser, '/api/tasks', { 'x-requested-with': 'XMLHttpRequest' });
  run.note(await browser.post('/api/tasks', task));
  run.note(await browser.post('/api/tasks', { ...task, dueDate: description, state: description }));
  run.note(await browser.post('/api/tasks', `{"description":"${description}"`));
  run.note(await browser.put('/api/tasks/99999', task));
  run.note(await browser.delete('/api/tasks/99999'));
}

/** Sends secrets in wrong queries, headers and bodies, and in requests that are no HTTP. */
async function misplaceSecrets(
  run: ReturnType<typeof makeRecorder>,
  { app }: TestApp,
  browser: Browser,
): Promise<void> {
  const cookie = headerOf(sessionPairs(browser));
  const value = encodeURIComponent(cookie);
  const host = { host: description, 'x-forwarded-host': cookie };
  const other = { 'accept-language': cookie, 'if-none-match': cookie };
  for (const headers of [{}, navigation])
    for (const [path, more] of [
      [`/api/auth/callback?code=${value}&state=${value}&error=${value}`, {}],
      [`/api/auth/callback?error=access_denied&error_description=${description}`, {}],
      [`/api/tasks?access_token=${value}`, { authorization: `Bearer ${cookie}` }],
      [`/nowhere?${value}`, { referer: cookie, 'x-request-id': cookie }],
      ['/api/tasks', host],
      ['/api/tasks', other],
      ['/api/auth/me', { cookie: `${cookie}x; q_session=${description}` }],
    ] as const)
      await run.get(browser, path, { ...headers, ...more });
  const task = { ...fields, description };
  for (const headers of [
    { 'idempotency-key': `${description} ${cookie}` },
    { 'content-type': description },
    { origin: `https://${description}.example` },
  ])
    run.note(await browser.post('/api/tasks', task, headers));
  run.note(await browser.post('/api/tasks', { ...task, description: description.repeat(600) }));

  const { send } = await listen(app);
  const lines = ['host: tasks.example.com', `cookie: ${cookie}`];
  for (const request of [
    requestText('GET /api/auth/me', [...lines, `x: ${description.repeat(1_000)}`]),
    requestText('GET /api/auth/me', [...lines, `${description} without a colon`]),
    requestText(`GET /${description} ${description}`, lines),
    requestText('POST /api/tasks', [...lines, `content-length: ${description}`], description),
    requestText('GET /api/auth/me', [...lines, `host: ${description}`]),
    `${cookie}\r\n\r\n`,
  ])
    run.note(await send(request));
}

/** Makes the store fail with errors whose causes contain secrets. */
function breakStore(t: TestContext, { store }: TestApp): void {
  const written = ['rememberUser', 'list', 'createTask', 'replaceTask', 'deleteTask'] as const;
  for (const name of [...written, 'claimRenewal', 'publishRenewal'] as const)
    t.mock.method(store, name, async (...given: unknown[]) => {
      const cause = Object.assign(new Error('the engine failed'), {
        detail: given,
        query: 'select',
        given,
      });
      throw new StoreError('failed', 'The store failed', cause);
    });
}

/** The kinds of secrets that a place must contain; the cookie is sealed. */
const expected: Readonly<Record<string, readonly string[]>> = {
  'set-cookie': ['cookie', 'state'],
  'the address of the provider': ['state', 'nonce'],
};

/** Records all secrets of a run, and all texts that others may read. */
function makeRecorder({ provider, config, logged }: TestApp) {
  const secrets = new Map<string, string>();
  const texts = new Map<string, Set<string>>();
  const write = (place: string, text: string) =>
    void texts.set(place, (texts.get(place) ?? new Set()).add(text));

  /** Records a secret, and its first and last 24 characters: a text may be truncated. */
  function hide(kind: string, value: unknown): void {
    if (typeof value !== 'string' || value.length < 12) return;
    for (const part of [value, value.slice(0, 24), value.slice(-24)]) secrets.set(part, kind);
  }
  const { clientSecret } = provider;
  const ours = [...config.session.secrets, clientSecret, encodeURIComponent(clientSecret)];
  for (const secret of ours) hide('secret of the profile', secret);

  const noteTokens: Fault = {
    tokens(said) {
      for (const name of ['id_token', 'access_token', 'refresh_token']) hide(name, said[name]);
      return said;
    },
  };

  function note(answer: LightMyRequestResponse | WireAnswer): void {
    const status = 'statusCode' in answer ? answer.statusCode : answer.status;
    if (status >= 400) write(`a body of ${status}`, answer.body);
    for (const [name, value] of Object.entries(answer.headers)) {
      for (const text of [value ?? ''].flat().map(String)) write(placeOf(name, text), text);
    }
    for (const line of [answer.headers['set-cookie'] ?? []].flat())
      hide('cookie', /^[^=]+=([^;]*)/.exec(line)?.[1]);
  }

  const placeOf = (name: string, text: string) =>
    name === 'location' && text.startsWith(provider.issuer) ? 'the address of the provider' : name;

  async function get(browser: Browser, path: string, headers?: Parameters<Browser['get']>[1]) {
    const answer = await browser.get(path, headers);
    note(answer);
    return answer;
  }

  function leaksIn(place: string, written: string): string[] {
    const found = [...secrets]
      .filter(([secret]) => written.includes(secret))
      .map(([, kind]) => kind);
    const kinds = new Set(found.filter((kind) => !expected[place]?.includes(kind)));
    return [...kinds].map((kind) => `${kind} in ${place}`);
  }

  provider.play(noteTokens);
  return {
    /** Plays faults at the provider and records the tokens that it still issues. */
    play: (...played: readonly Fault[]) => provider.play(...played, noteTokens),
    /** Login, provider, callback, until one of them fails. */
    async signIn(browser: Browser) {
      const { statusCode, headers } = await get(browser, '/api/auth/login', navigation);
      if (statusCode !== 302) return browser;
      const callback = new URL(provider.authorize(String(headers.location), person));
      for (const { searchParams } of [new URL(String(headers.location)), callback])
        for (const name of ['code', 'state', 'nonce']) hide(name, searchParams.get(name));
      await get(browser, callback.pathname + callback.search, navigation);
      return browser;
    },
    get,
    note,
    hide,
    /** Secrets in places that must not contain them, as "kind in place". */
    leaks() {
      for (const { form, headers } of provider.seen) {
        for (const name of ['code', 'code_verifier', 'refresh_token']) hide(name, form.get(name));
        hide('secret of the profile', headers.get('authorization')?.replace('Basic ', ''));
      }
      for (const line of logged) write('the log', JSON.stringify(line));
      return [...texts].flatMap(([place, written]) => leaksIn(place, [...written].join('\n')));
    },
    counts: () =>
      [secrets.size, [...texts.values()].reduce((sum, { size }) => sum + size, 0)] as const,
  };
}

import assert from 'node:assert/strict';

import fc from 'fast-check';

import type { TestApp } from '../app.ts';
import { startTestApp } from '../app.ts';
import { navigation } from '../browser.ts';
import { setBy } from '../cookies.ts';
import { sessionPairs } from '../hostile/session-cookies.ts';
import type { Tidy } from '../folder.ts';
import type { Subject } from './subject.ts';
import { headerText } from './subject.ts';

const host = 'tasks.example.com';
const start = (t: Tidy) =>
  startTestApp(t, { config: { http: { allowedHosts: [host] }, log: { level: 'error' } } });

/** An answer that is no error of the service; a refusal says why. */
function assertServed({ takeErrors }: TestApp, answer: Answer): void {
  assert.ok(answer.statusCode < 500, answer.body);
  assert.deepEqual(takeErrors(), []);
  const isProblem = String(answer.headers['content-type']).startsWith('application/problem+json');
  if (answer.statusCode < 400 || answer.body === '' || !isProblem) return;
  assert.equal(typeof answer.json<{ code: unknown }>().code, 'string');
}

type Answer = Awaited<ReturnType<TestApp['app']['inject']>>;

export const cookies: Subject = {
  promise: 'no Cookie header made of noise and pieces of real cookies is a session or an error',
  async begin(t) {
    const service = await start(t);
    service.provider.play({ claims: (claims) => ({ ...claims, groups: 'g'.repeat(4_000) }) });
    const pairs = sessionPairs(await service.signedIn());
    assert.equal(pairs.length, 3);
    const waiting = service.openBrowser();
    await waiting.login();
    const values = [...pairs, ...[...waiting.cookies].map(([name, { value }]) => [name, value] as const)];
    const whole = fc.constantFrom(...values.map(([, value]) => value));
    const part = fc
      .tuple(whole, fc.nat(4_056), fc.nat(4_056))
      .map(([text, from, to]) => text.slice(from, to));
    const name = fc.oneof(
      headerText(20),
      fc.constantFrom('q_session', 'q_session_', 'q_session_chunk_', ...waiting.cookies.keys()),
      fc.integer({ min: -2, max: 20 }).map((number) => `q_session_chunk_${number}`),
    );
    const named = fc.tuple(name, fc.oneof(headerText(60), whole, part)).map((pair) => pair.join('='));
    const header = fc.array(fc.oneof(headerText(40), named), { maxLength: 12 });
    const path = fc.constantFrom('me', 'login', 'logout', 'callback');
    const isWhole = (sent: readonly string[]) => pairs.every((pair) => sent.includes(pair.join('=')));
    return {
      inputs: fc.tuple(path, header).map(([last, each]) => `${last}\n${each.join('; ')}`),
      async check(input) {
        const [last = '', cookie = ''] = input.split('\n');
        fc.pre(!isWhole(cookie.split(/; ?/)));
        const answer = await service.app.inject({ url: `/api/auth/${last}`, headers: { host, cookie } });
        assertServed(service, answer);
        assert.notEqual(answer.statusCode, 200);
        for (const [set, content] of setBy(answer))
          assert.ok(content === '' || set.startsWith('q_auth_'), `${set} was set`);
      },
    };
  },
};

export const callback: Subject = {
  promise: 'a callback with noise or shuffled parameters begins no session and is no error',
  async begin(t) {
    const service = await start(t);
    const browser = service.openBrowser();
    const own = new URL(service.provider.authorize(await browser.login())).searchParams;
    const foreign = new URL(service.provider.authorize(await service.openBrowser().login())).searchParams;
    const headers = { host, cookie: browser.cookieHeader('/api/auth/callback') };
    const known = ['code', 'state', 'iss', 'error', 'error_description', 'id_token', 'response'];
    const given = [own.get('state') ?? '', own.get('iss') ?? '', ...foreign.values()];
    const noise = (maxLength: number) => fc.string({ unit: 'binary', maxLength });
    const parameter = fc.tuple(
      fc.oneof(fc.constantFrom(...known, 'access_token'), noise(10)),
      fc.oneof(noise(60), fc.constantFrom(...given, 'access_denied', '')),
    );
    const encode = (text: string) => encodeURIComponent(text.toWellFormed());
    const query = fc.oneof(
      fc
        .array(parameter, { maxLength: 8 })
        .map((each) => each.map((pair) => pair.map(encode).join('=')).join('&')),
      fc.stringMatching(/^[\x21-\x7e]{0,100}$/),
    );
    return {
      inputs: fc.tuple(fc.constantFrom('person', 'script'), query).map((parts) => parts.join('\n')),
      async check(input) {
        const [who, text = ''] = input.split('\n');
        const more = who === 'person' ? navigation : {};
        const answer = await service.app.inject({
          url: `/api/auth/callback?${text}`,
          headers: { ...headers, ...more },
        });
        assertServed(service, answer);
        if (who === 'person' && answer.statusCode === 303)
          assert.match(String(answer.headers.location), /^\/\?signin=(failed|cancelled)$/);
        else assert.ok([400, 401].includes(answer.statusCode), `${answer.statusCode} ${answer.body}`);
        for (const [name, value] of setBy(answer)) assert.equal(value, '', name);
      },
      // All that time the sign-in itself was good.
      async assertReached() {
        const url = `/api/auth/callback?${own.toString()}`;
        assert.equal((await service.app.inject({ url, headers })).statusCode, 302);
      },
    };
  },
};

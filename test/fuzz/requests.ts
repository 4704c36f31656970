import assert from 'node:assert/strict';

import fc from 'fast-check';
import { Check } from 'typebox/value';

import { TaskCreateRequest } from '../../contract/task.ts';
import type { TestApp } from '../app.ts';
import { startTestApp } from '../app.ts';
import { navigation } from '../browser.ts';
import { setBy } from '../cookies.ts';
import { fields } from '../flows/task-fields.ts';
import { sessionPairs } from '../hostile/session-cookies.ts';
import type { Cleanup } from '../folder.ts';
import type { Subject } from './subject.ts';
import { changed, headerText } from './subject.ts';

const host = 'tasks.example.com';
const start = (t: Cleanup) =>
  startTestApp(t, { config: { http: { allowedHosts: [host] }, log: { level: 'error' } } });

/** Fails when the response is an error of the service, or a problem document without a code. */
function assertServed({ takeErrors }: TestApp, answer: Answer): void {
  assert.ok(answer.statusCode < 500, answer.body);
  assert.deepEqual(takeErrors(), []);
  const isProblem = String(answer.headers['content-type']).startsWith('application/problem+json');
  if (answer.statusCode < 400 || answer.body === '' || !isProblem) return;
  assert.equal(typeof answer.json<{ code: unknown }>().code, 'string');
}

type Answer = Awaited<ReturnType<TestApp['app']['inject']>>;

/** The placeholder in an input for a part of a real cookie: `<number:from-to>`. */
const piece = /<(\d+):(\d+)-(\d+)>/g;

export const cookies: Subject = {
  promise: 'no Cookie header made of noise and pieces of real cookies is a session or an error',
  async begin(t) {
    const service = await start(t);
    service.provider.play({ claims: (claims) => ({ ...claims, groups: 'g'.repeat(4_000) }) });
    const pairs = sessionPairs(await service.signedIn());
    assert.equal(pairs.length, 3);
    const waiting = service.openBrowser();
    await waiting.login();
    const values = [
      ...pairs,
      ...[...waiting.cookies].map(([name, { value }]) => [name, value] as const),
    ];
    const whole = fc.nat(values.length - 1).map((number) => `<${number}:0-9999>`);
    const part = fc.tuple(fc.nat(values.length - 1), fc.nat(4_056), fc.nat(4_056));
    const name = fc.oneof(
      headerText(20),
      fc.constantFrom('q_session', 'q_session_', 'q_session_chunk_', ...waiting.cookies.keys()),
      fc.integer({ min: -2, max: 20 }).map((number) => `q_session_chunk_${number}`),
    );
    const value = fc.oneof(
      headerText(60),
      whole,
      part.map(([number, from, to]) => `<${number}:${from}-${to}>`),
    );
    const named = fc.tuple(name, value).map((pair) => pair.join('='));
    const header = fc.array(fc.oneof(headerText(40), named), { maxLength: 12 });
    const path = fc.constantFrom('me', 'login', 'logout', 'callback');
    const isWhole = (sent: readonly string[]) =>
      pairs.every((pair) => sent.includes(pair.join('=')));
    return {
      inputs: fc.tuple(path, header).map(([last, each]) => `${last}\n${each.join('; ')}`),
      async check(input) {
        const [last = '', written = ''] = input.split('\n');
        const cookie = written.replace(piece, (_, number, from, to) =>
          (values[Number(number)]?.[1] ?? '').slice(Number(from), Number(to)),
        );
        fc.pre(!isWhole(cookie.split(/; ?/)));
        const answer = await service.app.inject({
          url: `/api/auth/${last}`,
          headers: { host, cookie },
        });
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
    const foreign = new URL(service.provider.authorize(await service.openBrowser().login()))
      .searchParams;
    const headers = { host, cookie: browser.cookieHeader('/api/auth/callback') };
    const known = ['code', 'state', 'iss', 'error', 'error_description', 'id_token', 'response'];
    /** Values that differ in each run; an input contains their names. */
    const given = {
      '<state>': own.get('state') ?? '',
      '<iss>': own.get('iss') ?? '',
      ...Object.fromEntries([...foreign].map(([name, value]) => [`<foreign ${name}>`, value])),
    };
    const noise = (maxLength: number) => fc.string({ unit: 'binary', maxLength });
    const parameter = fc.tuple(
      fc.oneof(fc.constantFrom(...known, 'access_token'), noise(10)),
      fc.oneof(noise(60), fc.constantFrom(...Object.keys(given), 'access_denied', '')),
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
        const [who, written = ''] = input.split('\n');
        const text = Object.entries(given).reduce(
          (all, [name, value]) => all.replaceAll(encode(name), encode(value)),
          written,
        );
        const more = who === 'person' ? navigation : {};
        const answer = await service.app.inject({
          url: `/api/auth/callback?${text}`,
          headers: { ...headers, ...more },
        });
        assertServed(service, answer);
        if (who === 'person' && answer.statusCode === 303)
          assert.match(String(answer.headers.location), /^\/\?signin=(failed|cancelled)$/);
        else
          assert.ok([400, 401].includes(answer.statusCode), `${answer.statusCode} ${answer.body}`);
        for (const [name, value] of setBy(answer)) assert.equal(value, '', name);
      },
      // After all these inputs the sign-in is still valid.
      async assertReached() {
        const url = `/api/auth/callback?${own.toString()}`;
        assert.equal((await service.app.inject({ url, headers })).statusCode, 302);
      },
    };
  },
};

const headerNames =
  'accept accept-encoding accept-language if-none-match if-match range idempotency-key time-zone expected-user origin ' +
  'sec-fetch-site sec-fetch-mode sec-fetch-dest purpose traceparent content-type forwarded x-forwarded-for ' +
  'x-forwarded-host x-forwarded-proto x-requested-with x-request-id host';

export const headers: Subject = {
  promise:
    'headers of any content are no error, show nobody else’s list and lead no sign-in elsewhere',
  async begin(t) {
    const service = await start(t);
    const cookie = (await service.signedIn()).cookieHeader('/api/tasks');
    const name = fc.constantFrom(...headerNames.split(' '), '__proto__');
    const known =
      'application/json text/html br;q=0.5 * W/"1" JavaScript null navigate evil.example https';
    const noise = fc.oneof(headerText(60), changed('W/"x", */*;q=0.1', ',', ';', '"', '='));
    const line = fc.tuple(name, fc.oneof(noise, fc.constantFrom(...known.split(' '))));
    const lines = fc.array(line, { maxLength: 6 });
    const asked = fc.constantFrom(
      'GET /api/tasks',
      'POST /api/tasks',
      'GET /api/auth/login',
      'GET /',
    );
    return {
      inputs: fc
        .tuple(asked, lines)
        .map(([first, each]) => [first, ...each.map((pair) => pair.join(': '))].join('\n')),
      async check(input) {
        const [first = '', ...rest] = input.split('\n');
        const [method, url = ''] = first.split(' ');
        const said = rest.flatMap((each) => [...each.matchAll(/^(\S+): (.*)$/g)]);
        const answer = await service.app.inject({
          method: method === 'POST' ? 'POST' : 'GET',
          url,
          headers: {
            host,
            ...(url === '/api/tasks' && { cookie }),
            ...Object.fromEntries(said.map(([, named, value]) => [named, value])),
          },
          ...(method === 'POST' && { payload: '{}' }),
        });
        assertServed(service, answer);
        if (url === '/api/tasks' && answer.statusCode === 200) assert.equal(answer.body, '[]');
        if (url !== '/api/auth/login' || answer.statusCode !== 302) return;
        const { searchParams } = new URL(String(answer.headers.location));
        assert.equal(searchParams.get('redirect_uri'), `http://${host}/api/auth/callback`);
      },
    };
  },
};

export const bodies: Subject = {
  promise: 'a body of any bytes is a task as its JSON says, or is refused, and is no error',
  async begin(t) {
    const service = await start(t);
    const browser = await service.signedIn();
    const cookie = browser.cookieHeader('/api/tasks');
    const good = JSON.stringify(fields);
    const pieces = [
      ...Array.from('{}[]":,\\\0\ufeff'),
      '\\u0000',
      '\\ud800',
      '"__proto__":',
      '"id":7,',
      '1e999',
      'null',
    ];
    const text = fc.oneof(
      changed(good, ...pieces),
      fc.json(),
      fc.string({ unit: 'binary', maxLength: 300 }),
    );
    const bytes = fc
      .uint8Array({ maxLength: 60 })
      .map((each) => Buffer.from(each).toString('latin1'));
    const statuses = new Set<number>();
    return {
      // Each character is a byte.
      inputs: fc.oneof(
        text.map((each) => Buffer.from(each).toString('latin1')),
        bytes,
      ),
      async check(input) {
        const payload = Buffer.from(input, 'latin1');
        const answer = await service.app.inject({
          method: 'POST',
          url: '/api/tasks',
          headers: { host, cookie, 'content-type': 'application/json' },
          payload,
        });
        assertServed(service, answer);
        statuses.add(answer.statusCode);
        const said = jsonIn(payload);
        if (answer.statusCode === 201) {
          const { id, ...kept } = answer.json();
          assert.ok(Check(TaskCreateRequest, said));
          for (const [key, value] of Object.entries(kept))
            assert.equal(value, Reflect.get(said, key));
          assert.equal((await browser.delete(`/api/tasks/${id}`)).statusCode, 204);
        } else if (Check(TaskCreateRequest, said)) assert.match(answer.body, /"in_the_past"/);
      },
      assertReached: () => assert.deepEqual(statuses, new Set([201, 400])),
    };
  },
};

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

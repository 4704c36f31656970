import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { LightMyRequestResponse } from 'fastify';

import { codeOf } from '../../test/answer.ts';
import { startTestApp } from '../../test/app.ts';

const good = { description: 'Feed the cat', dueDate: '2026-10-02', importance: 'HIGH', state: 'TODO' };

test('all faults of a body are reported at once, each with its pointer and code', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  const rows: [body: unknown, ...faults: [pointer: string, code: string][]][] = [
    [
      {},
      ['/description', 'required'],
      ['/dueDate', 'required'],
      ['/importance', 'required'],
      ['/state', 'required'],
    ],
    [[], ['', 'type']],
    ['"text"', ['', 'type']],
    ['null', ['', 'type']],
    [{ ...good, description: '' }, ['/description', 'blank']],
    [{ ...good, description: ' \t\n\u00a0\u2003' }, ['/description', 'blank']],
    [{ ...good, description: 'x'.repeat(256) }, ['/description', 'too_long']],
    [{ ...good, description: 'a\u0000b' }, ['/description', 'not_well_formed']],
    [{ ...good, description: 7 }, ['/description', 'type']],
    [{ ...good, description: null }, ['/description', 'type']],
    [
      '{"description":"\\ud800","dueDate":"2026-10-02","importance":"LOW","state":"TODO"}',
      ['/description', 'not_well_formed'],
    ],
    [{ ...good, dueDate: '2027-02-29' }, ['/dueDate', 'not_a_date']],
    [{ ...good, dueDate: '0000-13-01' }, ['/dueDate', 'not_a_date']],
    [{ ...good, dueDate: '2026-10-02T00:00:00Z' }, ['/dueDate', 'not_a_date']],
    [{ ...good, dueDate: '12026-10-02' }, ['/dueDate', 'not_a_date']],
    [{ ...good, dueDate: 20261002 }, ['/dueDate', 'type']],
    [{ ...good, importance: 'high' }, ['/importance', 'not_allowed']],
    [{ ...good, importance: null }, ['/importance', 'not_allowed']],
    [{ ...good, state: 'LATER' }, ['/state', 'not_allowed']],
    [
      { description: '  ', dueDate: '2026-09-30', importance: 'x' },
      ['/state', 'required'],
      ['/description', 'blank'],
      ['/importance', 'not_allowed'],
      ['/dueDate', 'in_the_past'],
    ],
  ];
  for (const [body, ...faults] of rows) {
    const answer = await browser.post('/api/tasks', body);
    assert.equal(answer.statusCode, 400, JSON.stringify(body));
    assert.equal(codeOf(answer), 'validation_failed');
    assert.deepEqual(faultsOf(answer), faults, JSON.stringify(body));
  }
});

test('lengths count code points, and a text of 255 is stored and returned unchanged', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  for (const description of [
    'x'.repeat(255),
    '🐈'.repeat(255),
    '  kept \u200b',
    'e\u0301',
    '\u2028"\\/<b>',
  ]) {
    const answer = await browser.post('/api/tasks', { ...good, description });
    assert.equal(answer.statusCode, 201, answer.body);
    assert.equal(answer.json<{ description: string }>().description, description);
  }
  assert.equal(
    (await browser.post('/api/tasks', { ...good, description: '🐈'.repeat(256) })).statusCode,
    400,
  );
});

test('unknown members of a body, id included, are ignored', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  const answer = await browser.post(
    '/api/tasks',
    `{"id":77,"owner":"x","__proto__":{"state":"DONE"},"constructor":1,${JSON.stringify(good).slice(1)}`,
  );
  assert.equal(answer.statusCode, 201, answer.body);
  assert.deepEqual(answer.json(), { id: 1, ...good });
});

test('a body that is not well-formed JSON in UTF-8 is refused with 400', async (t) => {
  const { app, signedIn } = await startTestApp(t);
  const browser = await signedIn();
  const headers = { cookie: browser.cookieHeader('/api/tasks'), 'content-type': 'application/json' };
  const latin1 = Buffer.from(JSON.stringify({ ...good, description: 'Käse' }), 'latin1');
  for (const payload of ['{', '', 'nonsense', "{'a':1}", latin1, Buffer.from([0xff, 0xfe])]) {
    const answer = await app.inject({ method: 'POST', url: '/api/tasks', headers, payload });
    assert.equal(answer.statusCode, 400, String(payload));
    assert.equal(codeOf(answer), 'body_not_json');
  }
  const none = await app.inject({ method: 'POST', url: '/api/tasks', headers: { cookie: headers.cookie } });
  assert.equal(codeOf(none), 'body_not_json');
});

test('a body that is not application/json is refused with 415', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'nonsense',
  ];
  for (const type of [...types, 'application/json; charset=latin1']) {
    const answer = await browser.post('/api/tasks', good, { 'content-type': type });
    assert.equal(answer.statusCode, 415, type);
    assert.equal(codeOf(answer), 'body_not_json_type');
  }
  for (const type of [
    'application/json;charset=UTF-8',
    'Application/JSON',
    'application/json; charset="utf-8"',
  ]) {
    assert.equal((await browser.post('/api/tasks', good, { 'content-type': type })).statusCode, 201, type);
  }
});

test('a body with a Content-Encoding is refused with 415, whatever its content', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  for (const coding of ['gzip', 'br', 'identity, gzip', 'nonsense']) {
    const answer = await browser.post('/api/tasks', good, { 'content-encoding': coding });
    assert.equal(answer.statusCode, 415, coding);
    assert.equal(codeOf(answer), 'body_not_json_type');
  }
  const plain = await browser.post('/api/tasks', good, { 'content-encoding': 'Identity' });
  assert.equal(plain.statusCode, 201);
});

test('a body over 16 KiB is refused with 413, one of 16 KiB is read', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  const text = JSON.stringify(good);
  const fitting = text + ' '.repeat(16 * 1024 - text.length);
  assert.equal((await browser.post('/api/tasks', fitting)).statusCode, 201);
  const answer = await browser.post('/api/tasks', `${fitting} `);
  assert.equal(answer.statusCode, 413);
  assert.equal(codeOf(answer), 'body_too_large');
});

const faultsOf = (answer: LightMyRequestResponse) =>
  answer
    .json<{ errors: { pointer: string; code: string }[] }>()
    .errors.map(({ pointer, code }) => [pointer, code]);

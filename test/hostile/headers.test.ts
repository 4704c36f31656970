import assert from 'node:assert/strict';
import { test } from 'node:test';

import { assertProblem } from '../flows/task-fields.ts';
import { good, signedIn } from './signed-in.ts';

test('an Idempotency-Key or a Time-Zone made of anything is taken, ignored or refused with 400', async (t) => {
  const { post, list } = await signedIn(t);
  const taken = ['a', 'x'.repeat(255), "';_DROP_TABLE_tasks;_--", '__proto__', '!', '"quoted"'];
  for (const key of taken) assert.equal((await post(good, { 'idempotency-key': key })).statusCode, 201, key);
  for (const key of ['x'.repeat(256), '', 'a b', 'caf\xe9'])
    assertProblem(await post(good, { 'idempotency-key': key }), 400, 'bad_request');
  const places = ['', 'Europe/Nowhere', '+99:99', '../../etc/localtime', '__proto__'];
  const zones = [...places, 'x'.repeat(8_000), 'caf\xe9'];
  for (const zone of zones)
    assert.equal((await post(good, { 'time-zone': zone })).statusCode, 201, zone.slice(0, 20));
  assert.equal((await list()).length, taken.length + zones.length);
});

test('a conditional request without a session is 401 without an ETag, and noise is no error', async (t) => {
  const { app, headers, service } = await signedIn(t);
  const { host, cookie } = headers;
  const get = (more: Record<string, string>) =>
    app.inject({ url: '/api/tasks', headers: { host, cookie, ...more } });
  const etag = String((await get({})).headers.etag);
  for (const held of [etag, `"x", ${etag}`, etag.replace('W/', ''), '*']) {
    const answer = await get({ 'if-none-match': held });
    assert.equal(answer.statusCode, 304, held);
    assert.equal(answer.body, '');
    const stranger = await app.inject({ url: '/api/tasks', headers: { host, 'if-none-match': held } });
    assertProblem(stranger, 401, 'not_authorized');
    assert.equal(stranger.headers.etag, undefined);
  }
  const near = [etag.slice(0, -2), etag.toLowerCase(), etag.replace('"', '"0')];
  const noise = ['', ',', 'W/', '"', ...near, 'x'.repeat(20_000), ','.repeat(20_000)];
  for (const more of [
    ...noise.map((held) => ({ 'if-none-match': held })),
    { range: 'bytes=0-0' },
    { range: 'bytes=-1,0-,99999999999999999999-' },
    { 'if-range': etag, range: 'bytes=0-0' },
    { 'if-modified-since': 'Thu, 01 Jan 2099 00:00:00 GMT' },
    { 'if-modified-since': 'noise' },
    { 'if-match': '"x"' },
  ]) {
    const answer = await get(more);
    assert.equal(answer.statusCode, 200, JSON.stringify(more).slice(0, 60));
    assert.equal(answer.body, '[]');
  }
  assert.deepEqual(service.takeErrors(), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as Type from 'typebox';

import { startTestApp } from '../../test/app.ts';
import { writeDeclared } from './endpoint.ts';

const fields = {
  description: 'Feed the cat',
  dueDate: '2026-10-02',
  importance: 'HIGH',
  state: 'TODO',
} as const;

test('only declared members are sent', async (t) => {
  const { signedIn } = await startTestApp(t, {
    store: {
      replaceTask: async () => Object.assign({ id: 1, ...fields }, { owner: 'ada@example.com', secret: 1 }),
    },
  });
  const answer = await (await signedIn()).put('/api/tasks/1', fields);
  assert.deepEqual(answer.json(), { id: 1, ...fields });
});

test('a path id that is not an int64 is 400, one that no task can have is 404', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  for (const id of [
    'x',
    '1.0',
    '1e3',
    '+1',
    '0x1',
    '%20',
    '9223372036854775808',
    '-9223372036854775809',
    '9'.repeat(200),
  ]) {
    for (const answer of [
      await browser.put(`/api/tasks/${id}`, fields),
      await browser.delete(`/api/tasks/${id}`),
    ]) {
      assert.equal(answer.statusCode, 400, id);
      assert.equal(answer.json<{ code: string }>().code, 'id_not_integer');
    }
  }
  for (const id of [
    '0',
    '-1',
    '1',
    '007',
    '9007199254740991',
    '9007199254740992',
    '9223372036854775807',
    '-9223372036854775808',
  ]) {
    for (const answer of [
      await browser.put(`/api/tasks/${id}`, fields),
      await browser.delete(`/api/tasks/${id}`),
    ]) {
      assert.equal(answer.statusCode, 404, id);
      assert.equal(answer.json<{ code: string }>().code, 'task_not_found');
    }
  }
});

test('an Accept header that excludes JSON gets 406, but not without a session', async (t) => {
  const { openBrowser, signedIn } = await startTestApp(t);
  const browser = await signedIn();
  const refused = await browser.get('/api/tasks', { accept: 'text/html' });
  assert.equal(refused.statusCode, 406);
  assert.equal(refused.json<{ code: string }>().code, 'not_acceptable');
  assert.equal((await browser.get('/api/tasks', { accept: 'application/json' })).statusCode, 200);
  assert.equal((await openBrowser().get('/api/tasks', { accept: 'text/html' })).statusCode, 401);
});

test('HEAD is answered as GET, without the body', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  const get = await browser.get('/api/tasks');
  const head = await browser.head('/api/tasks');
  assert.equal(head.statusCode, 200);
  assert.equal(head.body, '');
  assert.equal(head.headers['content-length'], get.headers['content-length']);
  assert.equal(head.headers.etag, get.headers.etag);
});

test('members that a schema does not declare are left out at every depth, optional ones only when they are missing', () => {
  const Part = Type.Object({
    id: Type.Integer(),
    note: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  });
  const schema = Type.Object({ parts: Type.Array(Part), size: Type.Integer() });
  const parts = [
    { secret: 1, id: 1, size: 3 },
    { id: 2, note: null },
  ];
  assert.equal(
    writeDeclared(schema, { parts, size: 2, id: 3 }),
    '{"parts":[{"id":1},{"id":2,"note":null}],"size":2}',
  );
});

test('a response without a required member, or with a part whose members the schema does not declare, is not sent', () => {
  const Part = Type.Object({ id: Type.Integer() });
  const schema = Type.Object({ part: Type.Union([Part, Type.Null()]) });
  assert.equal(writeDeclared(schema, { part: null }), '{"part":null}');
  assert.throws(() => writeDeclared(schema, {}), /lacks its part/);
  for (const part of [{ id: 1, secret: 2 }, [{ secret: 2 }]])
    assert.throws(() => writeDeclared(schema, { part }), /declares no members/);
});

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import type { Browser } from '../browser.ts';
import { startTestApp } from '../app.ts';
import { ada } from '../provider/provider.ts';
import { faultsOf, fields } from './task-fields.ts';

test('TaskResponse: id, description, dueDate, importance and state, and nothing else', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  const created = (await browser.post('/api/tasks', fields)).json();
  assert.deepEqual(Object.keys(created).toSorted(), ['description', 'dueDate', 'id', 'importance', 'state']);
  assert.deepEqual(created, { id: created.id, ...fields });
  assert.deepEqual((await browser.get('/api/tasks')).json(), [created]);
});

test('id: assigned by the service, never set by the client, an int64 that JSON keeps exact', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  const first = (await browser.post('/api/tasks', { ...fields, id: 77 })).json();
  const second = (await browser.post('/api/tasks', { ...fields, id: 'x' })).json();
  assert.ok(Number.isSafeInteger(first.id) && first.id > 0 && first.id !== 77);
  assert.notEqual(second.id, first.id);
  await browser.delete(`/api/tasks/${second.id}`);
  const third = (await browser.post('/api/tasks', fields)).json();
  assert.ok(third.id > second.id, 'the id of a deleted task is not given out again');
});

test('the body carries no id: on replace it is taken from the path', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  const { id } = (await browser.post('/api/tasks', fields)).json();
  const other = (await browser.post('/api/tasks', fields)).json();
  const replaced = await browser.put(`/api/tasks/${id}`, { ...fields, id: other.id, description: 'Mine' });
  assert.deepEqual(replaced.json(), { ...fields, id, description: 'Mine' });
  const list = (await browser.get('/api/tasks')).json();
  assert.deepEqual(
    list.map((task: { description: string }) => task.description),
    ['Mine', fields.description],
  );
});

const writes: ReadonlyArray<readonly [kind: string, write: Write]> = [
  ['TaskCreateRequest', (browser, body) => browser.post('/api/tasks', body)],
  [
    'TaskUpdateRequest',
    async (browser, body) => {
      const { id } = (await browser.post('/api/tasks', fields)).json();
      return browser.put(`/api/tasks/${id}`, body);
    },
  ],
];

for (const [kind, write] of writes) {
  const begin = async (t: TestContext) => {
    const browser = await (await startTestApp(t)).signedIn();
    const send = (body: unknown) => write(browser, typeof body === 'string' ? body : JSON.stringify(body));
    return {
      faults: async (changed: object) => faultsOf(await send({ ...fields, ...changed })),
      faultsOfBody: async (body: unknown) => faultsOf(await send(body)),
      taken: async (changed: object) => {
        const answer = await send({ ...fields, ...changed });
        assert.ok(answer.statusCode < 300, answer.body);
        const { id: _, ...kept } = answer.json();
        assert.deepEqual(kept, { ...fields, ...changed });
      },
    };
  };

  test(`${kind}: every field is required, and all that are missing are named at once`, async (t) => {
    const { faultsOfBody } = await begin(t);
    const missing = ['/description required', '/dueDate required', '/importance required', '/state required'];
    const inherited = `{"__proto__":${JSON.stringify(fields)},"toString":1,"length":4}`;
    for (const body of [{}, inherited, `{"constructor":{"prototype":${JSON.stringify(fields)}}}`])
      assert.deepEqual(await faultsOfBody(body), missing);
    assert.ok(!('description' in {}));
  });

  test(`${kind}: description has at most 255 characters, counted as code points`, async (t) => {
    const { faults, taken } = await begin(t);
    for (const character of ['a', 'é', '日', '😀']) {
      await taken({ description: character.repeat(255) });
      assert.deepEqual(await faults({ description: character.repeat(256) }), ['/description too_long']);
    }
  });

  test(`${kind}: description must contain at least one non-whitespace character`, async (t) => {
    const { faults, taken } = await begin(t);
    for (const description of ['', ' ', '\t\n', '\u00a0\u2003\ufeff'])
      assert.deepEqual(await faults({ description }), ['/description blank']);
    // Stored and returned unchanged, never trimmed.
    await taken({ description: '  x \n' });
  });

  test(`${kind}: description is well-formed Unicode without NUL`, async (t) => {
    const { faults } = await begin(t);
    for (const description of ['a\u0000b', '\ud83d alone', 'alone \ude00', '\ud800'])
      assert.deepEqual(await faults({ description }), ['/description not_well_formed']);
  });

  test(`${kind}: dueDate is an ISO 8601 calendar date of the years 0001 to 9999`, async (t) => {
    const { faults, taken } = await begin(t);
    const wrong = '2027-02-29 2027-13-01 2027-00-10 2027-1-1 20270101 0000-01-01 10000-01-01 +002027-01-01';
    const odd = ['2027-01-01T00:00:00Z', ' 2027-01-01', '2027-01-01\n', '２０２７-01-01', ''];
    for (const dueDate of [...wrong.split(' '), ...odd])
      assert.deepEqual(await faults({ dueDate }), ['/dueDate not_a_date'], dueDate);
    for (const dueDate of ['2028-02-29', '9999-12-31']) await taken({ dueDate });
  });

  test(`${kind}: importance is LOW, MEDIUM or HIGH; state is TODO, WORKING or DONE`, async (t) => {
    const { faults, taken } = await begin(t);
    for (const importance of ['LOW', 'MEDIUM', 'HIGH']) await taken({ importance });
    for (const state of ['TODO', 'WORKING', 'DONE']) await taken({ state });
    for (const [importance, state] of [
      ['low', 'OPEN'],
      ['__proto__', 'toString'],
    ])
      assert.deepEqual(await faults({ importance, state }), [
        '/importance not_allowed',
        '/state not_allowed',
      ]);
  });

  test(`${kind}: a field of another JSON type is refused, all at once`, async (t) => {
    const { faults, faultsOfBody } = await begin(t);
    const deep = `${'['.repeat(7_000)}${']'.repeat(7_000)}`;
    assert.deepEqual(
      await faults({ description: 5, dueDate: null, importance: ['LOW'], state: { TODO: true } }),
      ['/description type', '/dueDate type', '/importance not_allowed', '/state not_allowed'],
    );
    for (const value of ['null', '1e999', '["Feed the cat"]', '{"toString":"x"}', deep]) {
      const body = JSON.stringify(fields).replace('"Feed the cat"', value);
      assert.deepEqual(await faultsOfBody(body), ['/description type']);
    }
    for (const body of ['[]', '"text"', '5', 'null', 'true', `[${JSON.stringify(fields)}]`, deep])
      assert.deepEqual(await faultsOfBody(body), [' type']);
  });
}

test('any task state may follow any other', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  const states = ['TODO', 'WORKING', 'DONE'];
  const { id } = (await browser.post('/api/tasks', fields)).json();
  for (const before of states)
    for (const after of states) {
      await browser.put(`/api/tasks/${id}`, { ...fields, state: before });
      const answer = await browser.put(`/api/tasks/${id}`, { ...fields, state: after });
      assert.equal(answer.json().state, after);
    }
});

test('CurrentUserResponse: email, name and pictureUrl come from the claims email, name and picture', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  assert.deepEqual((await browser.get('/api/auth/me')).json(), {
    email: ada.email,
    name: ada.name,
    pictureUrl: ada.picture,
  });
});

test('name and pictureUrl are null or absent when the provider supplied none', async (t) => {
  const browser = await (await startTestApp(t)).signedIn({ sub: 'plain', email: 'plain@example.com' });
  const me = (await browser.get('/api/auth/me')).json();
  assert.equal(me.email, 'plain@example.com');
  assert.equal(me.name ?? null, null);
  assert.equal(me.pictureUrl ?? null, null);
});

test('name and picture are not stored: they change with the token and leave with the session', async (t) => {
  const { signedIn } = await startTestApp(t);
  const before = await signedIn();
  const after = await signedIn({ ...ada, name: 'Ada King', picture: 'https://people.example.com/new.png' });
  assert.equal((await after.get('/api/auth/me')).json().name, 'Ada King');
  assert.equal((await before.get('/api/auth/me')).json().name, ada.name);
});

type Write = (browser: Browser, body: unknown) => ReturnType<Browser['post']>;

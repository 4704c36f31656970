import assert from 'node:assert/strict';
import { test } from 'node:test';

import { patterns, TaskCreateRequest, TaskResponse } from '../../contract/task.ts';
import type { Browser } from '../browser.ts';
import { startTestApp } from '../app.ts';
import { faultsOf, fields } from './task-fields.ts';

test('id: assigned by the service, never set by the client, an int64 that JSON keeps exact', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  const first = (
    await browser.post('/api/tasks', { ...fields, id: 77, owner: 'grace@example.com' })
  ).json();
  const second = (await browser.post('/api/tasks', { ...fields, id: 'x' })).json();
  assert.ok(Number.isSafeInteger(first.id) && first.id > 0 && first.id !== 77);
  assert.notEqual(second.id, first.id);
});

type Write = (browser: Browser, body: unknown) => ReturnType<Browser['post']>;

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

test('each pattern of a field has a fault of its own', () => {
  const known: readonly string[] = Object.values(patterns);
  assert.equal(new Set(known).size, known.length);
  const written = JSON.stringify(TaskCreateRequest, (name, value) => {
    if (name === 'pattern') assert.ok(known.includes(value), value);
    return value;
  });
  for (const pattern of known) assert.ok(written.includes(JSON.stringify(pattern)), pattern);
});

test('a response states no pattern: a stored task that breaks a later rule stays readable', () => {
  assert.doesNotMatch(JSON.stringify(TaskResponse), /"pattern":/);
});

const deep = `${'['.repeat(7_000)}${']'.repeat(7_000)}`;
const lengths = (length: number) => ['a', 'é', '日', '😀'].map((each) => each.repeat(length));
const dates =
  '2027-02-29 2027-13-01 2027-00-10 2027-1-1 20270101 0000-01-01 10000-01-01 +002027-01-01';
const otherDates = ['2027-01-01T00:00:00Z', ' 2027-01-01', '2027-01-01\n', '２０２７-01-01', ''];
const json = (values: readonly string[]) => values.map((value) => JSON.stringify(value));
const wrong = {
  too_long: json(lengths(256)),
  blank: json(['', ' ', '\t\n', '\u00a0\u2003\ufeff']),
  not_well_formed: json(['a\u0000b', '\ud83d alone', 'alone \ude00', '\ud800']),
  type: ['5', 'null', '1e999', '["Feed the cat"]', '{"toString":"x"}', deep],
  not_a_date: json([...dates.split(' '), ...otherDates]),
  not_allowed: ['"low"', '"OPEN"', '"__proto__"', '"toString"', '["LOW"]', '{"TODO":true}'],
};

/** Each rule of a field: the fault of wrong values, and right values, which are stored and returned unchanged. */
const rules: ReadonlyArray<
  readonly [
    rule: string,
    field: keyof typeof fields,
    fault: keyof typeof wrong,
    right: readonly string[],
  ]
> = [
  ['at most 255 characters, counted as code points', 'description', 'too_long', lengths(255)],
  ['at least one non-whitespace character', 'description', 'blank', ['  x \n']],
  ['well-formed Unicode without NUL', 'description', 'not_well_formed', []],
  ['no other JSON type than string', 'description', 'type', []],
  [
    'an ISO 8601 date of the years 0001 to 9999',
    'dueDate',
    'not_a_date',
    ['2028-02-29', '9999-12-31'],
  ],
  ['LOW, MEDIUM or HIGH', 'importance', 'not_allowed', ['LOW', 'MEDIUM', 'HIGH']],
  ['TODO, WORKING or DONE', 'state', 'not_allowed', ['TODO', 'WORKING', 'DONE']],
];

for (const [kind, write] of writes) {
  for (const [rule, field, fault, right] of rules)
    test(`${kind}, ${field}: ${rule}`, async (t) => {
      const browser = await (await startTestApp(t)).signedIn();
      for (const value of wrong[fault]) {
        const body = JSON.stringify({ ...fields, [field]: '?' }).replace('"?"', () => value);
        assert.deepEqual(
          faultsOf(await write(browser, body)),
          [`/${field} ${fault}`],
          value.slice(0, 60),
        );
      }
      for (const value of right) {
        const { id: _, ...kept } = (await write(browser, { ...fields, [field]: value })).json();
        assert.deepEqual(kept, { ...fields, [field]: value });
      }
    });

  test(`${kind}: every field is required, and all faults are named at once`, async (t) => {
    const browser = await (await startTestApp(t)).signedIn();
    const good = JSON.stringify(fields);
    const missing = [
      '/description required',
      '/dueDate required',
      '/importance required',
      '/state required',
    ];
    const inherited = [`{"__proto__":${good},"length":4}`, `{"constructor":{"prototype":${good}}}`];
    for (const body of ['{}', ...inherited])
      assert.deepEqual(faultsOf(await write(browser, body)), missing);
    assert.ok(!('description' in {}));
    const all = { description: 5, dueDate: null, importance: 'low', state: 'OPEN' };
    assert.deepEqual(faultsOf(await write(browser, all)), [
      '/description type',
      '/dueDate type',
      '/importance not_allowed',
      '/state not_allowed',
    ]);
    for (const body of ['[]', '"text"', '5', 'null', 'true', `[${good}]`, deep])
      assert.deepEqual(faultsOf(await write(browser, body)), [' type']);
  });
}

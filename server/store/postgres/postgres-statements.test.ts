import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { readMigrations } from '../migrations.ts';
import { makeSessions } from '../sessions.ts';
import { findVersions, idsInBlock, statements } from './postgres-statements.ts';

// The rules of Citus for statements, which need no cluster to be checked. docs/how-to/citus.md says what each is for.

const divided = 'users|lists|tasks|idempotency';

/** The functions of the schema, by name: the statements in each. */
const functions = new Map(
  [
    ...readMigrations('postgres')
      .map(({ sql }) => sql)
      .join('\n')
      .matchAll(/^CREATE FUNCTION (\w+).*?\$\$(.*?)\$\$;/gms),
  ].map(([, name = '', body = '']) => [name, body.replaceAll(/--.*/g, '').split(';')] as const),
);

/** The texts of the statements on renewals, revocations and expired rows. */
function sessionTexts(): string[] {
  const texts: string[] = [];
  const prepare = (text: string) => {
    texts.push(text);
    return () => Promise.resolve([]);
  };
  makeSessions({
    prepare,
    clockMs: 'clock_timestamp()',
    greater: 'greatest',
    lock: 'FOR UPDATE SKIP LOCKED',
  });
  return texts;
}

/** The part of a statement in each pair of parentheses, and the rest, each without the parts inside of it. */
function blocksOf(text: string): string[] {
  const open = [''];
  const blocks: string[] = [];
  for (const sign of text) {
    if (sign === '(') open.push('');
    else if (sign === ')') blocks.push(open.pop() ?? '');
    else open.push(`${open.pop() ?? ''}${sign}`);
  }
  return [...blocks, ...open];
}

/** The tables of a statement that no condition limits to the key of one owner, or of one email. */
function unlimitedIn(text: string): string[] {
  return blocksOf(text).flatMap((block) =>
    [...block.matchAll(new RegExp(`\\b(?:FROM|JOIN|USING|UPDATE) (${divided})\\b`, 'g'))].flatMap(
      ([, table = '']) => {
        const key = table === 'users' ? 'email' : 'owner';
        const isLimited = new RegExp(`\\b${table}\\.${key} = (\\$1|the_\\w+)(?!\\w)`).test(block);
        return isLimited ? [] : [table];
      },
    ),
  );
}

/** The parts of a write in which Citus evaluates nothing: RETURNING, CASE and COALESCE. */
function constantPartsOf(text: string): string[] {
  if (!/\b(INSERT|UPDATE|DELETE)\b/.test(text.replaceAll('FOR UPDATE', ''))) return [];
  const returned = [...text.matchAll(/\bRETURNING\b[^)]*(?:\([^)]*\)[^)]*)*/g)];
  const cases = [...text.matchAll(/\bCASE\b.*?\bEND\b/gs)];
  const firsts = [...text.matchAll(/\bcoalesce\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g)];
  return [...returned, ...cases, ...firsts].map(([part]) => part);
}

const changing = /\b(now|nextval|to_json|clock_timestamp|random|extract)\(/;

const all = [
  ...Object.entries(statements),
  ...[...functions].flatMap(([name, texts]) => texts.map((text) => [name, text] as const)),
];

test('each table of a statement is limited to one owner by a parameter, so that Citus asks one node', () => {
  assert.deepEqual([...functions.keys()], ['add_user', 'create_task', 'count_tasks']);
  for (const [name, text] of all) assert.deepEqual(unlimitedIn(text), [], `${name}: ${text}`);
  // The checks above see what they should.
  assert.deepEqual(unlimitedIn('SELECT 1 FROM tasks JOIN lists ON tasks.owner = $1'), ['lists']);
  assert.deepEqual(unlimitedIn('SELECT (SELECT 1 FROM tasks WHERE tasks.owner = lists.owner)'), [
    'tasks',
  ]);
});

test('a statement on all nodes locks no rows, and joins by the owner alone', () => {
  const onAll = [...sessionTexts(), findVersions].filter((text) => unlimitedIn(text).length > 0);
  assert.equal(onAll.length, 4, 'the two counts, the sweep of keys, and the versions of lists');
  for (const text of onAll) {
    assert.doesNotMatch(text, /FOR (UPDATE|SHARE)/);
    for (const [, one, other] of text.matchAll(/(\w+\.\w+) = (\w+\.\w+)/g))
      assert.deepEqual([one, other], ['tasks.owner', 'lists.owner']);
  }
  const local = sessionTexts().filter((text) => /FOR UPDATE/.test(text));
  assert.equal(local.length, 2, 'rows of tables that stay on one server');
});

test('nothing in RETURNING, CASE and COALESCE of a write changes from call to call', () => {
  const parts = all.flatMap(([, text]) => constantPartsOf(text));
  assert.ok(parts.length > 5);
  for (const part of parts) assert.doesNotMatch(part, changing);
  assert.match(
    constantPartsOf('DELETE FROM tasks RETURNING (1 + length(to_json(a)::text))')[0] ?? '',
    changing,
  );
});

test('no subquery refers to a user, and a call of a function of one owner is all of its statement', () => {
  const commands = readFileSync(join(import.meta.dirname, '../../../command/users.ts'), 'utf8');
  for (const text of [...all.map(([, each]) => each), ...sessionTexts(), commands])
    assert.doesNotMatch(text, /\w = users\.id/);
  for (const name of ['createTask', 'countTasks'] as const)
    assert.match(statements[name], /^SELECT \w+\(\$1(, \$\d+(::date)?)*\)$/);
});

test('the functions have the numbers of the service', () => {
  assert.match(functions.get('create_task')?.join(';') ?? '', new RegExp(`% ${idsInBlock} = 0`));
  assert.match(
    functions.get('count_tasks')?.join(';') ?? '',
    new RegExp(`the_owner, new_version, ${idsInBlock - 1},`),
  );
});

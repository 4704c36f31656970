import assert from 'node:assert/strict';
import { test } from 'node:test';

import { assertProblem, fields } from '../flows/task-fields.ts';
import { good, signedIn } from './signed-in.ts';

const limit = 16 * 1024;

const withMember = (member: string) => `${good.slice(0, -1)},${member}}`;

const withDescription = (json: string) => good.replace('"Feed the cat"', json);

test('a body that is not JSON in UTF-8 is refused with 400', async (t) => {
  const { post, list } = await signedIn(t);
  const bodies: readonly (string | Buffer)[] = [
    '',
    ' ',
    '{',
    '[',
    '"',
    `${good}}`,
    `${good}${good}`,
    good.slice(0, -1),
    good.replaceAll('"', "'"),
    `${good.slice(0, -1)},}`,
    `// a comment\n${good}`,
    `)]}'\n${good}`,
    withDescription('NaN'),
    withDescription('Infinity'),
    withDescription('0x1'),
    withDescription('01'),
    withDescription('undefined'),
    withDescription('"a\nb"'),
    withDescription('"\\x41"'),
    withDescription('"\\u12"'),
    Buffer.from(good, 'utf16le'),
    Buffer.from(`\ufeff${good}`, 'utf16le'),
    Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(good)]),
    Buffer.from(withDescription('"caf\xe9"'), 'latin1'),
    // Overlong, surrogate, beyond Unicode, cut off.
    ...[[0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0x80]].map((bytes) =>
      Buffer.from(withDescription(`"a${String.fromCharCode(...bytes)}"`), 'latin1'),
    ),
    '['.repeat(limit),
    '{"a":'.repeat(3_000),
  ];
  for (const body of bodies) {
    const answer = await post(body);
    assert.equal(answer.statusCode, 400, body.toString().slice(0, 60));
    assertProblem(answer, 400, 'body_not_json');
    assert.doesNotMatch(answer.body, /position|Unexpected|Feed the cat/, 'the parser is not quoted');
  }
  assert.deepEqual(await list(), []);
});

test('JSON that is not a task is refused with 400 and its faults', async (t) => {
  const { post, list } = await signedIn(t);
  for (const body of [
    'null',
    'true',
    '0',
    '"text"',
    '[]',
    '{}',
    `[${good}]`,
    `${'['.repeat(8_000)}${']'.repeat(8_000)}`,
    `{"__proto__":${good}}`,
    `{"constructor":{"prototype":${good}}}`,
    '{"__proto__":null,"toString":1,"length":4}',
    withDescription('null'),
    withDescription('1e999'),
    withDescription('["Feed the cat"]'),
    withDescription('{"toString":"x"}'),
    withDescription(`${'['.repeat(7_000)}${']'.repeat(7_000)}`),
    withDescription('"\\ud800"'),
    withDescription('"a\\udc00b"'),
    withDescription('"a\\u0000b"'),
    withDescription('"\\u2003\\u00a0\\ufeff"'),
    withDescription(`"${'\u{1f431}'.repeat(256)}"`),
    good.replace('"HIGH"', '"high"'),
    good.replace('"HIGH"', '"__proto__"'),
    good.replace('"TODO"', '"toString"'),
    good.replace('2026-10-02', '2026-02-30'),
    good.replace('2026-10-02', '2026-10-02T00:00:00Z'),
    good.replace('2026-10-02', '+002026-10-02'),
    good.replace('2026-10-02', '2026-10-02\\n'),
    good.replace('2026-10-02', '２０２６-10-02'),
  ]) {
    const answer = await post(body);
    assert.equal(answer.statusCode, 400, body.slice(0, 60));
    assertProblem(answer, 400, 'validation_failed');
    assert.ok(answer.json<{ errors: unknown[] }>().errors.length > 0);
  }
  assert.deepEqual(await list(), []);
  assert.equal(Object.getOwnPropertyNames(Object.prototype).includes('description'), false);
});

test('unknown, deep and repeated members, __proto__ and a byte order mark change nothing', async (t) => {
  const { post, list } = await signedIn(t);
  const deep = `${'['.repeat(7_000)}${']'.repeat(7_000)}`;
  const bodies = [
    good,
    `\ufeff${good}`,
    ` \t\r\n${good} \t\r\n`,
    withMember('"id":7'),
    withMember('"owner":"grace@example.com"'),
    withMember('"__proto__":{"description":"","isAdmin":true}'),
    withMember('"constructor":{"prototype":{"isAdmin":true}}'),
    withMember('"hasOwnProperty":1'),
    withMember(`"deep":${deep}`),
    withMember('"":1'),
    `{"description":"the first",${good.slice(1)}`,
    good.replace('"state"', '"\\u0073tate"'),
  ];
  for (const body of bodies) {
    const answer = await post(body);
    assert.equal(answer.statusCode, 201, `${body.slice(0, 40)}: ${answer.body}`);
  }
  assert.deepEqual(
    await list(),
    bodies.map((_, index) => ({ id: index + 1, ...fields })),
  );
  assert.equal('isAdmin' in {}, false);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readCookies } from './cookie.ts';

test('cookies are read in the order sent, names that are tokens and values as they are written', () => {
  for (const [header, cookies] of [
    ['q_b=2; a=3; q_a=4; q_b=5', ['q_b|2', 'a|3', 'q_a|4', 'q_b|5']],
    ['q_a==; q_b="x%20y" ;q_c=\t z=1\t;q_d=', ['q_a|=', 'q_b|"x%20y"', 'q_c|z=1', 'q_d|']],
    [
      'Q_A=2; q_a; =q_a; ;;=; q"a=3; q a=4; \u00a0q_a=5; q_a\u00a0=6; q_a=\u00a07',
      ['Q_A|2', 'q_a|\u00a07'],
    ],
    [undefined, []],
  ] as const) {
    const read = readCookies(header).map(({ name, value }) => `${name}|${value}`);
    assert.deepEqual(read, cookies, header);
  }
});

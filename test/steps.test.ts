import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { steps } from '../e2e/steps.ts';

const text = readFileSync(join(import.meta.dirname, '../docs/web-quality.md'), 'utf8');
const [, section = ''] = text.split('## Everyday things, in steps');

/** What the table has: task, way, steps here, and those elsewhere; where the documentation names no way there is none. */
const rows = section
  .split('\n')
  .filter((line) => /^\| \w.*\| (keys|clicks|taps) /.test(line))
  .map((line) => {
    const [task = '', way = '', here = '', ...others] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return {
      name: `${task}, ${way}`,
      here: Number(here),
      others: others.filter((each) => each !== '–').map(Number),
    };
  });

test('docs/web-quality.md has the steps that the browser tests count', () => {
  const counted = Object.entries(steps).flatMap(([task, ways]) =>
    Object.entries(ways).map(([way, count]) => [`${task}, ${way}`, count]),
  );
  assert.deepEqual(
    rows.map(({ name, here }) => [name, here]),
    counted,
  );
});

test('nothing takes more steps here than elsewhere', () => {
  assert.deepEqual(
    rows.filter(({ here, others }) => others.some((other) => other < here)).map(({ name }) => name),
    [],
  );
});

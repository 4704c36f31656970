import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

test('what a pointer is over looks different only where a pointer can be: a finger would leave it so', () => {
  for (const path of globSync('web/**/*.css')) {
    // A line with a depth greater than `from` is within the `hover` query.
    let depth = 0;
    let from = Number.POSITIVE_INFINITY;
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      if (/@media .*\(hover: hover\)/.test(line)) from = Math.min(from, depth);
      assert.ok(!line.includes(':hover') || depth > from, `${path}: ${line}`);
      depth += line.split('{').length - line.split('}').length;
      if (depth <= from) from = Number.POSITIVE_INFINITY;
    }
  }
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

const source = readFileSync(join(import.meta.dirname, 'first.js'), 'utf8');

/** The look that first.js sets on a device that remembers this. */
function lookOf(remembered: Record<string, string>, search = '') {
  const dataset: Record<string, string> = {};
  runInNewContext(source, {
    document: { documentElement: { dataset } },
    location: { search },
    URLSearchParams,
    setTimeout: (run: () => void) => run(),
    localStorage: { getItem: (name: string) => remembered[name] ?? null },
  });
  return dataset;
}

test('a chosen look is there before the first paint; any other text is none', () => {
  assert.deepEqual(lookOf({ 'dueline.theme': 'dark', 'dueline.density': 'compact' }), {
    theme: 'dark',
    density: 'compact',
  });
  assert.deepEqual(lookOf({ 'dueline.theme': 'pink' }), {});
});

test('the view that the address asks for is known before the first paint, an unknown one is the list', () => {
  for (const view of ['board', 'month']) assert.deepEqual(lookOf({}, `?view=${view}`), { view });
  for (const search of ['', '?view=list', '?view=garden']) assert.deepEqual(lookOf({}, search), {});
});

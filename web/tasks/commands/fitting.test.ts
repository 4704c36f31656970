import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fittingCommands } from './fitting.ts';
import { sections } from './table.ts';

const open = { fields: { description: 'Milk', state: 'TODO', importance: 'MEDIUM' } } as const;
const working = {
  fields: { description: 'Read https://example.org', state: 'WORKING', importance: 'MEDIUM' },
} as const;

test('the first ten commands fit the task that has the focus and change something', () => {
  const first = fittingCommands([open], true).slice(0, 10);
  assert.deepEqual(
    first.filter((name) => !(name in sections.row)),
    [],
  );
  for (const name of ['edit', 'done', 'working', 'low', 'high', 'date', 'toTomorrow'] as const)
    assert.ok(first.includes(name), name);
  const all = fittingCommands([open], true);
  assert.ok(!all.includes('todo') && !all.includes('medium') && !all.includes('link'));
  assert.ok(all.includes('add') && all.includes('allToToday'));
});

test('a command that changes one of several tasks is offered', () => {
  const all = fittingCommands([open, working], false);
  assert.ok(all.includes('todo') && all.includes('working') && all.includes('link'));
  assert.ok(!all.includes('medium') && !all.includes('allToToday'));
});

test('without such a task the commands of the page come first, and all others follow', () => {
  const all = fittingCommands([], false);
  assert.equal(all[0], 'add');
  assert.ok(all.includes('todo') && all.includes('remove'));
  assert.equal(new Set(all).size, all.length);
});

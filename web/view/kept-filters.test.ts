import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepInMemory } from '../device/keep-fixture.ts';
import { openKeptFilters } from './kept-filters.ts';

test('filters that two tabs save are both there in either', () => {
  const keep = keepInMemory();
  const first = openKeptFilters(keep, 'ada@example.org');
  const second = openKeptFilters(keep, 'ada@example.org');
  first.set('Trips', 'q=%23travel');
  second.set('Home', 'q=%23home');
  assert.deepEqual([...first.all().keys()], ['Trips', 'Home']);
  second.set('Trips', null);
  assert.deepEqual([...first.all()], [['Home', 'q=%23home']]);
});

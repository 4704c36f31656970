import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storageInMemory } from '../device/storage-fixture.ts';
import { openSavedFilters } from './saved-filters.ts';

test('filters that two tabs save are both there in either', () => {
  const storage = storageInMemory();
  const first = openSavedFilters(storage, 'ada@example.org');
  const second = openSavedFilters(storage, 'ada@example.org');
  first.set('Trips', 'q=%23travel');
  second.set('Home', 'q=%23home');
  assert.deepEqual([...first.all().keys()], ['Trips', 'Home']);
  second.set('Trips', null);
  assert.deepEqual([...first.all()], [['Home', 'q=%23home']]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { storageInMemory } from './storage-fixture.ts';
import { openSettings } from './settings.ts';

const defaults = {
  language: 'browser',
  theme: 'system',
  density: 'roomy',
  shortcuts: 'on',
  week: 'region',
  daily: '5',
  reminders: 'off',
};

test('what was set is found again, and what was never set follows the browser and the system', () => {
  const storage = storageInMemory();
  const settings = openSettings(storage);
  assert.deepEqual(settings.current.value, defaults);
  settings.set('language', 'fr');
  settings.set('density', 'compact');
  assert.deepEqual(openSettings(storage).current.value, {
    ...defaults,
    language: 'fr',
    density: 'compact',
  });
  assert.equal(storage.read('density'), 'compact', 'the name that first.js reads');
});

test('a default leaves nothing behind, and a value that is none is no choice', () => {
  const storage = storageInMemory();
  const settings = openSettings(storage);
  settings.set('theme', 'dark');
  assert.equal(storage.read('theme'), 'dark');
  settings.set('theme', 'system');
  assert.equal(storage.read('theme'), null);
  storage.write('language', 'tlh');
  assert.deepEqual(openSettings(storage).current.value, defaults);
});

test('what is set in one tab holds in the others, which then have nothing to tell', () => {
  const storage = storageInMemory();
  const tab = new EventTarget();
  const here = openSettings(storage);
  const there = openSettings(storage, tab);
  let changes = -1;
  there.current.subscribe(() => (changes += 1));
  here.set('theme', 'dark');
  here.set('language', 'de');
  tab.dispatchEvent(new Event('storage'));
  assert.deepEqual(there.current.value, { ...defaults, theme: 'dark', language: 'de' });
  storage.write('draft', 'of something else');
  tab.dispatchEvent(new Event('storage'));
  assert.equal(changes, 1);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { refusedStorage, storageInMemory } from '../device/storage-fixture.ts';
import { dropView, keepView, takeView } from './view-after-sign-in.ts';

const page = 'https://dueline.example/';
const shown = `${page}?view=board#due=today`;

test('a view waits in its tab for the sign-in, and is shown once', () => {
  const texts: Record<string, string> = {};
  const tab = storageInMemory(texts);
  keepView(tab, shown, null);
  assert.equal(takeView(tab, page, 'ada@example.org'), shown);
  assert.deepEqual(texts, {});
  assert.equal(takeView(tab, page, 'ada@example.org'), page);
});

test('nobody is shown the view of another person, or of a sign-in that came before', () => {
  const texts: Record<string, string> = {};
  const tab = storageInMemory(texts);
  keepView(tab, shown, 'ada@example.org');
  assert.equal(takeView(tab, page, 'grace@example.org'), page);
  assert.deepEqual(texts, {});
  keepView(tab, shown, 'ada@example.org');
  assert.equal(takeView(tab, page, 'ada@example.org'), shown);
  keepView(tab, shown, null);
  keepView(tab, page, null);
  assert.equal(takeView(tab, page, 'ada@example.org'), page, 'a later sign-in had no view');
  keepView(tab, shown, null);
  dropView(tab);
  assert.equal(takeView(tab, page, 'ada@example.org'), page, 'after a sign-out');
});

test('an address that has a view of its own keeps it, and where the browser refuses storage nothing is lost', () => {
  const tab = storageInMemory();
  keepView(tab, shown, null);
  assert.equal(takeView(tab, `${page}?view=plan`, 'ada@example.org'), `${page}?view=plan`);
  const refused = refusedStorage();
  keepView(refused, page, null);
  assert.equal(takeView(refused, page, 'ada@example.org'), page);
});

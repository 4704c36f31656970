import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addressOf, viewNames, viewOf } from './view.ts';

const page = 'https://tasks.example.org/';

test('the address names the view, and no name or an unknown one is the list', () => {
  assert.equal(viewOf(page), 'list');
  assert.equal(viewOf(`${page}?view=board`), 'board');
  assert.equal(viewOf(`${page}?view=cellar`), 'list');
  for (const view of viewNames)
    assert.equal(viewOf(new URL(addressOf(view, page), page).href), view);
});

test('everything else in the address stays when the view changes', () => {
  assert.equal(addressOf('board', `${page}?q=milk#top`), '/?q=milk&view=board#top');
  assert.equal(addressOf('list', `${page}?view=board&q=milk`), '/?q=milk');
});

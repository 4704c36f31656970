import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addressOf, openView, viewNames, viewOf } from './view.ts';

const page = 'https://tasks.example.org/';

test('the address names the view, and no name or an unknown one is the list', () => {
  assert.equal(viewOf(page), 'list');
  assert.equal(viewOf(`${page}?view=board`), 'board');
  assert.equal(viewOf(`${page}?view=cellar`), 'list');
  for (const view of viewNames) assert.equal(viewOf(new URL(addressOf(view, page), page).href), view);
});

test('everything else in the address stays when the view changes', () => {
  assert.equal(addressOf('board', `${page}?q=milk#top`), '/?q=milk&view=board#top');
  assert.equal(addressOf('list', `${page}?view=board&q=milk`), '/?q=milk');
});

test('a view that is opened is one step of the history, and the way back shows the one before', () => {
  const browser = fakeBrowser(page);
  const view = openView(browser);
  view.value = 'board';
  view.value = 'board';
  assert.deepEqual(browser.steps, ['/', '/?view=board']);
  browser.back();
  assert.equal(view.value, 'list');
  assert.deepEqual(browser.steps, ['/']);
});

function fakeBrowser(href: string) {
  const steps = [new URL(href).pathname];
  const listeners: (() => void)[] = [];
  return {
    steps,
    location: {
      get href() {
        return new URL(steps.at(-1) ?? '/', href).href;
      },
    },
    history: { pushState: (_: unknown, __: string, address: string) => void steps.push(address) },
    addEventListener: (_: 'popstate', listener: () => void) => void listeners.push(listener),
    back() {
      steps.pop();
      for (const listener of listeners) listener();
    },
  };
}

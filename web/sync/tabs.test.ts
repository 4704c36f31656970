import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openTabs, whileNoTab } from './tabs.ts';

/** A tab that waits for the lock or holds it. */
function openTab(owner: string) {
  const ports = openTabs(owner);
  return { ...ports, turn: new Promise<void>((take) => ports.awaitLock(take)) };
}

test('the worker has its turn only while no tab of the owner is open', async () => {
  const tab = openTab('ada@example.org');
  await tab.turn;
  const ran: string[] = [];
  const run = (owner: string) => whileNoTab(owner, async () => void ran.push(owner));
  await assert.rejects(run('ada@example.org'), /is open/);
  await run('bob@example.org');
  assert.deepEqual(ran, ['bob@example.org']);
  tab.close();
});

test('a tab that opens ends the turn of the worker, and has its own then', async () => {
  const tabs: ReturnType<typeof openTab>[] = [];
  await whileNoTab('ada@example.org', async (tabOpens) => {
    const ended = new Promise((resolve) => tabOpens.addEventListener('abort', resolve));
    const tab = openTab('ada@example.org');
    tab.post({ kind: 'hello' });
    tabs.push(tab);
    await ended;
  });
  for (const tab of tabs) {
    await tab.turn;
    tab.close();
  }
  assert.equal(tabs.length, 1);
});

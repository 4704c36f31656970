import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TaskResponse } from '../../contract/task.ts';
import { keepInMemory } from '../device/keep-fixture.ts';
import {
  forgetKept,
  openDrafts,
  readDrafts,
  openKept,
  openPersonCache,
  readHanded,
  writeHanded,
} from './kept.ts';
import type { Caches } from './kept.ts';
import { settle } from '../tasks/tasks-fixture.ts';
import { fields, task } from './answers-fixture.ts';
import type { Write } from './kept.shapes.ts';
import { newWrite } from './queue.ts';
import { cacheInMemory } from './cache-fixture.ts';

const milk = task(1);

/** One cache of the browser, and timers that the test fires. */
function benchCopy() {
  const kept = new Map<string, Response>();
  const written: string[] = [];
  const disk = { idle: Promise.resolve() };
  const opened = {
    put: async (address: string, response: Response) => {
      written.push(await response.clone().text());
      await disk.idle;
      kept.set(address, response);
    },
  };
  const caches: Caches = {
    open: async () => opened,
    match: async (address: string) => kept.get(address)?.clone(),
    delete: async () => (kept.clear(), true),
  };
  const timers: (() => void)[] = [];
  const setTimer = (run: () => void) => (timers.push(run), () => undefined);
  const cache = openPersonCache(caches, setTimer, () => undefined);
  const copyOf = (owner: string, holds = () => true) => cache.of(owner, holds);
  return { cache, disk, kept, written, copyOf, pass: () => timers.splice(0).forEach((run) => run()) };
}

test('the last list is found again with its time, by its owner alone', async () => {
  const { copyOf, pass } = benchCopy();
  copyOf('ada@example.org').writeList([milk], 7);
  pass();
  await settle();
  assert.deepEqual(await copyOf('ada@example.org').readList(), {
    owner: 'ada@example.org',
    tasks: [milk],
    atMs: 7,
  });
  assert.equal(await copyOf('bob@example.org').readList(), null);
});

test('of several lists in a row the last is written, once', async () => {
  const { copyOf, written, pass } = benchCopy();
  const copy = copyOf('ada@example.org');
  const lists: TaskResponse[][] = [[], [milk], [milk, milk], []];
  for (const [atMs, tasks] of lists.entries()) copy.writeList(tasks, atMs);
  pass();
  copy.writeList([], 4);
  pass();
  pass();
  await settle();
  assert.deepEqual(
    written.map((text) => /"atMs":(\d)/.exec(text)?.[1]),
    ['3', '4'],
  );
});

test('a list that is being written when its owner leaves is gone all the same', async () => {
  const { cache, disk, kept, copyOf, pass } = benchCopy();
  let write = () => undefined as void;
  disk.idle = new Promise((resolve) => (write = resolve));
  let isThere = true;
  const copy = copyOf('ada@example.org', () => isThere);
  copy.writeList([milk], 1);
  pass();
  await settle();
  isThere = false;
  const forgotten = cache.forget();
  write();
  await forgotten;
  copy.writeList([milk], 2);
  pass();
  await settle();
  assert.equal(kept.size, 0);
});

test('a list is written only while its owner is the one who is signed in', async () => {
  const { written, copyOf, pass } = benchCopy();
  let isThere = true;
  const copy = copyOf('ada@example.org', () => isThere);
  copy.writeList([milk], 1);
  isThere = false;
  pass();
  copy.writeList([milk], 2);
  pass();
  await settle();
  assert.deepEqual(written, []);
});

test('what is damaged, forgotten or cannot be kept is as good as none', async () => {
  const { cache, kept, copyOf, pass } = benchCopy();
  const copy = copyOf('ada@example.org');
  copy.writeList([milk], 7);
  pass();
  await settle();
  for (const address of kept.keys())
    kept.set(address, new Response('{"owner":"ada@example.org","tasks":[{}]}'));
  assert.equal(await copy.readList(), null);
  await cache.forget();
  assert.equal(await copy.readList(), null);

  const atOnce = (run: () => void) => (run(), () => undefined);
  const without = openPersonCache(undefined, atOnce, () => undefined).of('a', () => true);
  without.writeList([milk], 1);
  assert.equal(await without.readList(), null);
});

const owner = 'ada@example.org';
const write: Write = newWrite('k1', 'k1', { kind: 'create', fields });
const waits: Write = { ...write, status: 'waiting', tried: true };
const queue = (...writes: Write[]) => ({ writes, rowKeys: new Map<string, string>() });

function benchHandover(holds: () => boolean = () => true, { caches } = cacheInMemory()) {
  const timers: (() => void)[] = [];
  const setTimer = (run: () => void) => (timers.push(run), () => undefined);
  const woken: string[] = [];
  const wake = () => void woken.push('woken');
  const cache = openPersonCache(caches, setTimer, wake);
  const open = (someone = owner) => cache.of(someone, holds);
  const keys = async () => (await readHanded(caches))?.writes.map(({ key }) => key) ?? null;
  return { caches, woken, open, keys, pass: () => timers.forEach((run) => run()) };
}

test('what waits is handed over, the worker is woken for it, and it follows the queue to its end', async () => {
  const { open, woken, keys } = benchHandover();
  const handover = open();
  handover.hand(queue(write));
  await settle();
  assert.deepEqual([await keys(), woken], [null, []], 'what goes at once needs no worker');
  handover.hand(queue(waits));
  await settle();
  assert.deepEqual([await keys(), woken], [['k1'], ['woken']]);
  handover.hand(queue(write));
  handover.hand(queue());
  await settle();
  assert.deepEqual([await keys(), woken], [[], ['woken']]);
  handover.hand(queue(waits));
  await settle();
  assert.deepEqual([await keys(), woken.length], [['k1'], 2]);
});

test('of several queues in a row the last is handed over, once', async () => {
  const { open, woken, keys } = benchHandover();
  const handover = open();
  for (const key of ['k1', 'k2', 'k3']) handover.hand(queue({ ...waits, key }));
  await settle();
  assert.deepEqual([await keys(), woken], [['k3'], ['woken']]);
});

test('a page that goes on wakes the worker for what still waits', async () => {
  const { open, woken, keys } = benchHandover();
  open().hand(queue(waits));
  await settle();
  const next = open();
  await next.takeBack();
  next.hand(queue(waits));
  await settle();
  assert.deepEqual([await keys(), woken], [['k1'], ['woken', 'woken']]);
  next.hand(queue());
  await settle();
  assert.deepEqual(await keys(), []);
});

test('what the worker has sent is taken back by its owner alone, and not overwritten before', async () => {
  const { caches, open, keys } = benchHandover();
  const sent = [{ kind: 'accepted' as const, key: 'k1', task: task(7) }];
  await writeHanded(await openKept(caches), { kind: 'handed', owner, writes: [], sent });
  assert.deepEqual(await open('bob@example.org').takeBack(), []);
  const handover = open();
  const taken = handover.takeBack();
  handover.hand(queue(waits));
  assert.deepEqual([await taken, await keys()], [sent, []]);
  handover.hand(queue(waits));
  await settle();
  assert.deepEqual(await keys(), ['k1']);
});

test('a cache that does not answer holds nothing back', async () => {
  const memory = cacheInMemory();
  const isHanging = { match: () => new Promise<undefined>(() => undefined) };
  const { open, woken, pass } = benchHandover(() => true, {
    ...memory,
    caches: { ...memory.caches, ...isHanging },
  });
  const handover = open();
  const taken = handover.takeBack();
  pass();
  assert.deepEqual(await taken, []);
  handover.hand(queue(waits));
  await settle();
  assert.deepEqual(woken, ['woken']);
});

test('nothing is handed over after a sign-out, nor where nothing can be kept', async () => {
  let isSignedIn = true;
  const { caches, open, woken } = benchHandover(() => isSignedIn);
  open().hand(queue(waits));
  isSignedIn = false;
  await forgetKept(caches);
  await settle();
  assert.deepEqual([await readHanded(caches), woken], [null, []]);
  const wake = () => assert.fail('woken for nothing');
  const setTimer = () => () => undefined;
  const none = openPersonCache(undefined, setTimer, wake).of(owner, () => true);
  none.hand(queue(waits));
  await settle();
  assert.deepEqual(await none.takeBack(), []);
});

const typed = { description: 'half a tho', dueDate: '', importance: 'LOW', state: 'TODO' } as const;

test('a draft is found again by its owner and by nobody else', () => {
  const keep = keepInMemory();
  const drafts = openDrafts(keep, 'ada@example.org', String);
  drafts.setNewTask(typed);
  drafts.setEdit('7', typed);
  assert.deepEqual(openDrafts(keep, 'ada@example.org', String).current.value, {
    newTask: typed,
    edits: { 7: typed },
  });
  assert.deepEqual(openDrafts(keep, 'bob@example.org', String).current.value, { newTask: null, edits: {} });
});

test('a draft that is handed over or dropped leaves nothing behind', () => {
  const keep = keepInMemory();
  const drafts = openDrafts(keep, 'ada@example.org', String);
  drafts.setEdit('7', typed);
  drafts.setEdit('7', null);
  assert.equal(keep.read('drafts.ada@example.org'), null);
});

test('two tabs do not take each other’s drafts away', () => {
  const keep = keepInMemory();
  const [first, second] = [
    openDrafts(keep, 'ada@example.org', String),
    openDrafts(keep, 'ada@example.org', String),
  ];
  first.setNewTask(typed);
  second.setEdit('7', typed);
  first.setEdit('8', typed);
  second.setEdit('7', null);
  assert.deepEqual(openDrafts(keep, 'ada@example.org', String).current.value, {
    newTask: typed,
    edits: { 8: typed },
  });
});

test('a draft of a row that gets its id is found under the id', () => {
  const keep = keepInMemory();
  const ids = new Map<string, string>();
  const drafts = openDrafts(keep, 'ada@example.org', (rowKey) => ids.get(rowKey) ?? rowKey);
  drafts.setEdit('k1', typed);
  ids.set('k1', '42');
  drafts.rename();
  assert.deepEqual(Object.keys(openDrafts(keep, 'ada@example.org', String).current.value.edits), ['42']);
  drafts.setEdit('k1', null);
  assert.equal(keep.read('drafts.ada@example.org'), null);
});

test('what is not a draft, or has no words, is read as none', () => {
  for (const text of ['', '{', '[]', '{"newTask":{"description":1},"edits":{}}', '{"newTask":null}'])
    assert.deepEqual(readDrafts(text), { newTask: null, edits: {} });
  const wordless = JSON.stringify({ newTask: { ...typed, description: ' ' }, edits: {} });
  assert.equal(readDrafts(wordless).newTask, null);
});

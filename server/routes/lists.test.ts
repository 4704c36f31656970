import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../../test/app.ts';
import { listen, requestText } from '../../test/hostile/wire.ts';
import type { ListRead } from '../store/store.ts';
import { makeLists } from './lists.ts';

/** The lists of a store that answers when the test calls `answer`. */
function startLists(mostBytes?: number) {
  const reads: Array<Readonly<{ known: string | undefined; answer: (list: ListRead) => void }>> =
    [];
  const list = (_owner: string, known?: string) =>
    new Promise<ListRead>((answer) => reads.push({ known, answer }));
  const lists = makeLists({ list }, mostBytes);
  const text = (length: number) => Buffer.alloc(length, 'x');
  return {
    lists,
    reads,
    /** Reads and caches the list of an owner. `known`: the version that the store got as known. */
    keep: async (owner: string, version: string, length = 2) => {
      const found = lists.find(owner, undefined);
      const { known, answer } = reads.pop() ?? assert.fail();
      answer({ version, text: known === version ? null : text(length) });
      const read = await found;
      lists.keep(owner, read);
      return { known, read };
    },
    text,
  };
}

test('a list is made once for each version, and a kept one needs no text', async () => {
  const { keep } = startLists();
  const first = await keep('ada', '1.1');
  assert.equal(first.known, undefined);
  const second = await keep('ada', '1.1');
  assert.equal(second.known, '1.1');
  assert.equal(second.read.content, first.read.content);
  assert.equal(second.read.content?.tag, 'W/"1.1"');
  assert.notEqual((await keep('ada', '1.2')).read.content, first.read.content);
});

test('requests that arrive during a read share the next one, never the one that began before them', async () => {
  const { lists, reads, text } = startLists();
  const found = [
    lists.find('ada', undefined),
    lists.find('ada', undefined),
    lists.find('ada', undefined),
  ];
  assert.equal(reads.length, 1, 'one read at a time');
  reads.shift()?.answer({ version: '1.1', text: text(2) });
  assert.equal((await found[0])?.version, '1.1');
  assert.equal(reads.length, 1, 'and one for all that came meanwhile');
  reads.shift()?.answer({ version: '1.2', text: text(2) });
  for (const later of found.slice(1)) assert.equal((await later)?.version, '1.2');
  void lists.find('grace', undefined);
  void lists.find('ada', undefined);
  assert.equal(reads.length, 2, 'another owner waits for nobody');
});

test('a version that the client holds is enough, and a shared read serves who holds another', async () => {
  const { lists, reads, text } = startLists();
  const held = lists.find('ada', '1.1');
  assert.equal(reads[0]?.known, '1.1');
  const others = [lists.find('ada', '1.2'), lists.find('ada', 'other')];
  reads.shift()?.answer({ version: '1.1', text: null });
  assert.deepEqual(await held, { version: '1.1', content: null });
  assert.equal(reads[0]?.known, undefined);
  reads.shift()?.answer({ version: '1.2', text: text(2) });
  for (const other of others) assert.equal((await other).content?.bytes.length, 2);
});

test('kept lists weigh what they keep alive, and the one that was not used for the longest time goes first', async () => {
  const { keep } = startLists(5000);
  await keep('ada', '1.1', 2000);
  await keep('grace', '2.1', 1000);
  await keep('ada', '1.1');
  await keep('eve', '3.1', 1000);
  assert.equal((await keep('ada', '1.1')).known, '1.1');
  assert.equal((await keep('grace', '2.1', 1000)).known, undefined, 'forgotten');
});

test('a person has one list of any size under way, and gets 503 for more than 16 MiB', async (t) => {
  const text = Buffer.alloc(12 * 1024 * 1024, 'x');
  const { app, signedIn } = await startTestApp(t, {
    store: { list: async () => ({ version: '1.1', text }) },
  });
  const cookie = `cookie: ${(await signedIn()).cookieHeader('/')}`;
  const { open, send } = await listen(app);
  const request = requestText('GET /api/tasks', ['host: tasks.example.com', cookie]);
  const first = await open();
  first.socket.pause();
  const begun = new Promise((resolve) =>
    app.server.once('request', (_request, { socket }) => resolve(socket)),
  );
  first.socket.write(request);
  await begun;
  const { status, headers, body } = await send(request);
  assert.deepEqual(
    [status, headers['retry-after'], JSON.parse(body).code],
    [503, '1', 'overloaded'],
  );
  first.socket.resume();
  assert.equal((await first.answer()).body.length, text.length);
  assert.equal((await send(request)).status, 200);
});

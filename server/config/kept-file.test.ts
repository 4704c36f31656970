import assert from 'node:assert/strict';
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';

import { emptyFolder } from '../../test/folder.ts';
import { keptSecret } from './kept-file.ts';

test('a kept secret is made once, readable by its owner only, with nothing left beside it', (t) => {
  const folder = join(emptyFolder(t), 'data');
  const secret = keptSecret(folder, 'session-secret');
  assert.equal(Buffer.from(secret, 'base64url').length, 32);
  assert.equal(keptSecret(folder, 'session-secret'), secret);
  assert.notEqual(keptSecret(folder, 'other-secret'), secret);
  assert.equal(statSync(join(folder, 'session-secret')).mode & 0o777, 0o600);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  assert.deepEqual(readdirSync(folder).toSorted(), ['other-secret', 'session-secret']);
});

test('a secret of 32 characters that someone put there is whole', (t) => {
  const folder = emptyFolder(t);
  writeFileSync(join(folder, 'mine'), 'x'.repeat(32));
  assert.equal(keptSecret(folder, 'mine'), 'x'.repeat(32));
});

test('those who ask for a secret together all get the same one', async (t) => {
  const folder = emptyFolder(t);
  const module = new URL('./kept-file.ts', import.meta.url).href;
  const code = `
    const { parentPort } = require('node:worker_threads');
    import(${JSON.stringify(module)}).then(({ keptSecret }) => {
      parentPort.once('message', () => parentPort.postMessage(keptSecret(${JSON.stringify(folder)}, 's')));
      parentPort.postMessage('ready');
    });`;
  const workers = Array.from({ length: 4 }, () => new Worker(code, { eval: true }));
  const answer = (worker: Worker) =>
    new Promise<unknown>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  await Promise.all(workers.map(answer));
  const answers = Promise.all(workers.map(answer));
  for (const worker of workers) worker.postMessage('go', []);
  assert.equal(new Set(await answers).size, 1);
  await Promise.all(workers.map((worker) => worker.terminate()));
});

test('a file that holds no whole secret is not taken for one', (t) => {
  const folder = emptyFolder(t);
  writeFileSync(join(folder, 's'), '');
  assert.throws(() => keptSecret(folder, 's'), /holds no whole secret/);
});

test('a folder that cannot be made is told with its path', (t) => {
  const folder = emptyFolder(t);
  writeFileSync(join(folder, 'file'), '');
  chmodSync(folder, 0o700);
  assert.throws(() => keptSecret(join(folder, 'file', 'data'), 's'), { code: 'ENOTDIR' });
});

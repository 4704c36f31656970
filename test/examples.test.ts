import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

import { pathOf } from '../scripts/programs.ts';
import { startTestApp } from './app.ts';
import { emptyFolder } from './folder.ts';
import { testWith } from './needs.ts';

const folder = join(import.meta.dirname, '../docs/examples');

type Ended = Readonly<{ code: unknown; stdout: string; stderr: string }>;

function run(program: string, ...given: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(program, given, { timeout: 30_000 }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

/** A service with a port, and the cookie file of a person, as the examples write it. */
async function start(t: TestContext) {
  const { app, signedIn } = await startTestApp(t, { startMs: Date.now() });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const browser = await signedIn();
  const file = join(emptyFolder(t), 'cookies.txt');
  const written: { writeCookies: (...given: unknown[]) => void } = await import(
    new URL('../docs/examples/cookie-file.mjs', import.meta.url).href
  );
  const cookies = [...browser.cookies].map(([name, { value, expiresAtMs }]) => [
    name,
    { value, secure: false, expires: expiresAtMs / 1000 },
  ]);
  written.writeCookies(file, address, new Map(Object.entries(Object.fromEntries(cookies))));
  return { address, browser, file };
}

testWith('node20')('the examples work with Node 20, the oldest that README names', async (t) => {
  const node = pathOf('node20');
  assert.match(readFileSync(join(folder, '../../README.md'), 'utf8'), /Node(\.js)? 20/);
  const { address, browser, file } = await start(t);
  const tasks = (...given: string[]) =>
    run(node, join(folder, 'tasks.mjs'), address, file, ...given);

  const added = await tasks('add', 'Feed the cat', '2999-12-30');
  assert.deepEqual([added.code, added.stderr], [0, '']);
  assert.equal((await tasks('list')).stdout, '1 2999-12-30 TODO Feed the cat\n');
  const { stdout: calendar } = await tasks('calendar');
  const event = 'DTSTART;VALUE=DATE:29991230\r\nSUMMARY:Feed the cat\r\nEND:VEVENT\r\n';
  assert.ok(calendar.replaceAll('\r\n ', '').includes(event), calendar);
  assert.equal((await tasks('done', '1')).code, 0);
  assert.doesNotMatch((await tasks('calendar')).stdout, /VEVENT/);
  assert.equal((await browser.get('/api/tasks')).json()[0].state, 'DONE');
  assert.equal((await tasks('delete', '1')).code, 0);
  assert.equal((await tasks('list')).stdout, '');

  const refused = await tasks('add', ' ', '2999-02-31');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^400 validation_failed: .*\n {2}description must .*\n {2}dueDate /);
  for (const { code, stderr } of [
    await tasks(),
    await tasks('toString'),
    await run(node, join(folder, 'sign-in.mjs')),
  ]) {
    assert.notEqual(code, 0);
    assert.match(stderr, /^usage: /);
  }
  await browser.get('/api/auth/logout');
  assert.match((await tasks('list')).stderr, /^The session has ended/);
});

testWith(
  'python',
  'wget',
  'curl',
)('Python, wget and curl send the session of the cookie file', async (t) => {
  const { address, file } = await start(t);
  const me = `${address}/api/auth/me`;
  const page = readFileSync(join(folder, '../clients.md'), 'utf8');
  const [, script = ''] = /^```python\n(.*?)^```$/ms.exec(page) ?? [];
  const ours = script
    .replace('https://tasks.example.org/api/tasks', me)
    .replace('cookies.txt', file);
  for (const ended of [
    await run(pathOf('python'), '-c', ours),
    await run(pathOf('wget'), '-q', '-O', '-', `--load-cookies=${file}`, me),
    await run(pathOf('curl'), '-sS', '--fail-with-body', '-b', file, '-c', file, me),
  ]) {
    assert.deepEqual([ended.code, ended.stderr], [0, '']);
    assert.match(ended.stdout, /.email.:/);
  }
});

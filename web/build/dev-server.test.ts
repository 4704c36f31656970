import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createService } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { createServer } from 'vite';

import { devServer } from './dev-server.ts';
import { inlineHead } from './inline-head.ts';

test('npm run dev serves the page from the sources, and passes requests of the interface to the service with their host', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'dueline-dev-server-'));
  const socket = join(folder, 'service');
  const service = createService(({ url, headers }, response) => {
    response.end(`${url} at ${headers.host}`);
  }).listen(socket);
  await once(service, 'listening');
  const web = join(import.meta.dirname, '..');
  const vite = await createServer({
    root: web,
    configFile: false,
    logLevel: 'error',
    server: { port: 0, watch: null, hmr: false },
    optimizeDeps: { noDiscovery: true },
    plugins: [devServer(socket), inlineHead(join(web, 'first.js'))],
  });
  t.after(async () => {
    await vite.close();
    service.close();
    rmSync(folder, { recursive: true });
  });
  await vite.listen();
  const address = vite.httpServer?.address();
  assert.ok(typeof address === 'object' && address !== null);
  const textOf = async (path: string) =>
    (
      await fetch(`http://127.0.0.1:${address.port}${path}`, { headers: { accept: 'text/html' } })
    ).text();
  const host = `127.0.0.1:${address.port}`;

  const page = await textOf('/?signin=failed');
  assert.match(page, /<script type="module" src="\/main\.tsx"><\/script>/);
  assert.match(page, /<script>\{?.*dueline\./s, 'first.js is a part of the page');
  assert.match(await textOf('/main.tsx'), /import .*\/shell\/app\.tsx/);
  assert.match(await textOf('/worker.js'), /registration\.unregister\(\)/);
  for (const path of ['/api/tasks?a=b', '/health/ready', '/.well-known/security.txt'])
    assert.equal(await textOf(path), `${path} at ${host}`);
});

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { built } from '../scripts/service.mjs';
import { toPort } from './http.ts';
import { projectFolder, startProcess } from './process.ts';

const isBuilt = existsSync(join(projectFolder, 'dist', 'server'));

const production = {
  PROFILE: 'production',
  ALLOWED_HOSTS: 'tasks.example.com',
  SESSION_SECRET: 'a secret of thirty-two bytes or more',
  CLIENT_ID: 'test',
  CLIENT_SECRET: 'test',
};

const opening = { host: production.ALLOWED_HOSTS, accept: 'text/html', 'sec-fetch-mode': 'navigate' };

/** Prints at the end what the process has loaded of Node's `fetch` and HTTP/2. */
const tellLoaded = `process.on('exit', () =>
  console.log('loaded: ' + process.moduleLoadList.filter((name) => /undici.undici|internal.http2/.test(name)) + '.'))`;

test(
  'the built service sends the page and the description of the interface, without loading fetch or HTTP/2',
  { skip: !isBuilt && 'needs npm run build' },
  async (t) => {
    const program = [`--import=data:text/javascript,${encodeURIComponent(tellLoaded)}`, ...built];
    const service = await startProcess(t, production, projectFolder, program);
    await service.line(/Dueline is ready/);
    const get = (path: string) => toPort(service)({ method: 'GET', path, headers: opening });
    assert.match((await get('/')).body, /<html data-nobody /);
    assert.match((await get('/api/docs')).body, /<h1>The interface of Dueline<\/h1>/);
    service.signal('SIGTERM');
    assert.match((await service.ended).output, /loaded: \./);
  },
);

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer as createHttpServer, ServerResponse } from 'node:http';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

import { emptyFolder } from './folder.ts';
import { listenAnywhere } from './http.ts';
import { startProcess } from './process.ts';
import { linesIn, ready } from './started.ts';

test('the service starts with its local provider, prints its address, and ends with 0 on SIGTERM', async (t) => {
  const service = await startProcess(t);
  assert.match(await service.line(ready), new RegExp(`http://localhost:${service.port}"`));
  const health = await fetch(`${service.address}/health/ready`);
  assert.equal(health.status, 200);
  await health.text();
  const login = await fetch(`${service.address}/api/auth/login`, { redirect: 'manual' });
  assert.equal(login.status, 302);
  service.signal('SIGTERM');
  assert.equal((await service.ended).code, 0);
});

test('a request that runs when the service is told to stop is finished and answered', async (t) => {
  const provider = createHttpServer().listen(0, '127.0.0.1');
  t.after(() => provider.close());
  await once(provider, 'listening');
  const config = join(emptyFolder(t), 'own.yaml');
  writeFileSync(config, profileOf(provider.address()));
  const service = await startProcess(t, { PROFILE: 'local', CONFIG: config });
  await service.line(ready);

  const halfway = connect(service.port, '127.0.0.1');
  await once(halfway, 'connect');
  halfway.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\n');
  const asked = once(provider, 'request');
  const login = fetch(`${service.address}/api/auth/login`, { redirect: 'manual' });
  const [, answer] = await asked;
  service.signal('SIGTERM');
  await service.line(/finishes what runs/);
  assert.ok(answer instanceof ServerResponse);
  answer.writeHead(500).end();
  const { status, headers } = await login;
  assert.equal(status, 503);
  assert.equal(headers.get('connection'), 'close');
  halfway.write('\r\n');
  assert.match(await text(halfway), /^HTTP\/1\.1 200 /);
  assert.equal((await service.ended).code, 0);
});

// Node by itself gives up a request that never comes to its end after 30 s at the earliest.
test('what does not end within ten seconds of the stop is cut off', { timeout: 28_000 }, async (t) => {
  const service = await startProcess(t);
  await service.line(ready);
  const endless = connect(service.port, '127.0.0.1');
  await once(endless, 'connect');
  endless.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\n');
  await (await fetch(`${service.address}/health/live`)).text();
  service.signal('SIGTERM');
  assert.equal((await service.ended).code, 0);
  assert.equal(await text(endless), '');
});

test('a taken port ends the start with 1 and says what to do, in lines of the log', async (t) => {
  const blocker = createServer();
  t.after(() => blocker.close());
  const port = String(await listenAnywhere(blocker));
  for (const [given, message] of [
    [{ PORT: port }, `^Port ${port} is taken\\. .*PORT=`],
    [{ LOCAL_PROVIDER_PORT: port }, `^Port ${port} of the local provider is taken .*LOCAL_PROVIDER_PORT`],
  ] as const) {
    const { code, output } = await (await startProcess(t, given)).ended;
    assert.equal(code, 1);
    const errors = linesIn(output).filter(({ level }) => level === 'error');
    assert.ok(
      errors.some(({ msg }) => new RegExp(message).test(msg)),
      output,
    );
  }
});

test('a profile with faults ends the start with 1 and names all of them', async (t) => {
  const config = join(emptyFolder(t), 'own.yaml');
  writeFileSync(config, 'http: { port: many }\nauth: { tenant: a, providers: [] }\nsessions: {}');
  const { code, output } = await (await startProcess(t, { CONFIG: config })).ended;
  assert.equal(code, 1);
  for (const key of ['http.port', 'auth.providers', 'sessions', 'session.secrets']) {
    assert.match(output, new RegExp(`^  ${key.replace('.', '\\.')}: `, 'm'));
  }
  assert.doesNotMatch(output, /\n\s+at /);
});

test('a data folder that cannot be written ends the start with 1 and says what to do', async (t) => {
  const file = join(emptyFolder(t), 'file');
  writeFileSync(file, '');
  const { code, output } = await (await startProcess(t, { DATA: join(file, 'data') })).ended;
  assert.equal(code, 1);
  assert.match(output, /file\/data.* is not in a folder\. .*DATA=/);
  assert.doesNotMatch(output, /\n\s+at /);
});

const profileOf = (issuer: ReturnType<ReturnType<typeof createServer>['address']>) => `
http: { port: '\${PORT}' }
data: \${DATA}
localProvider: { enabled: false }
auth:
  tenant: slow
  providers:
    - id: slow
      label: Slow
      issuer: http://127.0.0.1:${typeof issuer === 'object' ? issuer?.port : ''}
      clientId: c
      clientSecret: s
`;

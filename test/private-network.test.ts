import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { env as variable } from 'node:process';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';

import { flags } from '../scripts/service.mjs';

import { authOf, checkConfig } from './started-here.ts';
import { emptyFolder } from './folder.ts';
import { listenAnywhere } from './http.ts';
import { testWith } from './needs.ts';
import { startCluster } from './postgres/cluster.ts';
import { query } from './postgres/database.ts';
import { freePort, projectFolder, startReady } from './process.ts';
import { profileFile } from './profile-file.ts';
import type { TestProvider } from './provider/provider.ts';
import { startProvider } from './provider/provider.ts';
import { answersOf } from './provider/server.ts';
import { makeCertificate } from './proxies/proxy.ts';

const issuer = 'https://id.internal';

const test = testWith('openssl');

test('a provider with a certificate of a private authority is reached through a proxy', async (t) => {
  const folder = emptyFolder(t);
  const { authority, chainPath, keyPath } = makeCertificate(folder, 'id.internal');
  writeFileSync(join(folder, 'authority.pem'), authority);
  const { clientId, clientSecret } = client;
  const provider = await startProvider(t, { nowMs: Date.now, issuer, clientId, clientSecret });
  const certified = { cert: readFileSync(chainPath), key: readFileSync(keyPath) };
  const server = createServer(certified, withoutPages(provider));
  const port = await listenAnywhere(server, t);
  const asked: string[] = [];
  const proxy = createPlainServer().on('connect', ({ url = '' }, socket) => {
    asked.push(url);
    const there = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    there
      .on('error', () => socket.destroy())
      .pipe(socket)
      .on('error', () => there.destroy())
      .pipe(there);
  });
  const env = {
    CONFIG: profileFile(t, {
      data: '${DATA}',
      http: { port: '${PORT}', allowedHosts: ['localhost:${PORT}'] },
      auth: { tenant: 'one', providers: [client] },
      session: { secrets: ['s'.repeat(32)] },
    }),
    HTTPS_PROXY: `http://127.0.0.1:${await listenAnywhere(proxy, t)}`,
  };

  const trusting = await startSignIn(t, { ...env, SSL_CERT_FILE: join(folder, 'authority.pem') });
  assert.equal(trusting.status, 302);
  assert.match(trusting.headers.get('location') ?? '', /^https:\/\/id\.internal\/authorize\?/);
  assert.deepEqual([...new Set(asked)], ['id.internal:443']);

  // The command reads both variables from the file of the unit.
  const variables = {
    ...env,
    PORT: '0',
    DATA: folder,
    SSL_CERT_FILE: join(folder, 'authority.pem'),
  };
  const file = join(folder, 'dueline.env');
  const lines = Object.entries(variables).map((entry) => entry.join('='));
  writeFileSync(file, lines.join('\n'), { mode: 0o600 });
  const command = [...flags, join(projectFolder, 'command/main.ts'), 'check-config', '--env', file];
  const ran = promisify(execFile)(process.execPath, command, {
    env: { PATH: variable['PATH'] ?? '' },
  });
  const { stdout } = await ran.catch((error: { stdout: string }) => error);
  assert.match(stdout, /^ok +auth\.providers\[0\]\.issuer: .* has usable metadata and keys$/m);

  const sentence =
    /sign-in not possible now: .* certificate has an issuer that is not trusted here/;
  const distrusting = await startSignIn(t, env, sentence);
  assert.equal(distrusting.status, 503);
});

test('a provider on this machine is reached past the proxy, whatever NO_PROXY says', async (t) => {
  const { asked, ...proxies } = await startRecorder(t);
  const started = await startSignIn(t, { ...proxies, NO_PROXY: '.corp.example' });
  assert.match(started.headers.get('location') ?? '', /^http:\/\/localhost:\d+\//);
  for (const [host, more] of [
    ['localhost', { NO_PROXY: '.corp.example' }],
    ['127.1.2.3', { NODE_USE_ENV_PROXY: '1', no_proxy: 'id.internal' }],
    ['[::1]', { NO_PROXY: '' }],
  ] as const) {
    const port = await freePort();
    const here = `http://${host}:${port}`;
    const { clientId, clientSecret } = client;
    const options = { nowMs: Date.now, issuer: here, clientId, clientSecret };
    const provider = await startProvider(t, options);
    const server = createPlainServer(withoutPages(provider));
    t.after(() => server.close());
    server.listen(port, host.replaceAll(/[[\]]/g, ''));
    await once(server, 'listening');
    const findings = await checkInProcess(t, here, { ...proxies, ...more });
    assert.match(findings, /^ok .*issuer: .* has usable metadata and keys$/m, host);
    assert.match(findings, /^ok .*clientSecret: the provider accepts id and secret$/m, host);
  }
  assert.deepEqual(asked, []);

  const elsewhere = 'https://id.corp.example';
  await checkInProcess(t, elsewhere, { ...proxies, NO_PROXY: '*' });
  assert.deepEqual(asked, [], 'an own NO_PROXY is kept');
  await checkInProcess(t, elsewhere, { ...proxies, NO_PROXY: '.example.org' });
  assert.deepEqual([...new Set(asked)], ['id.corp.example:443']);
});

test('a proxy that refuses is named, in the log and by check-config', async (t) => {
  for (const [status, sentence] of [
    [407, /the proxy of HTTPS_PROXY or HTTP_PROXY demands a name and a password \(407\)/],
    [403, /the proxy of HTTPS_PROXY or HTTP_PROXY refuses with 403: allow the provider there/],
  ] as const) {
    const { HTTPS_PROXY } = await startRecorder(t, status);
    const findings = await checkInProcess(t, issuer, { HTTPS_PROXY });
    assert.match(
      findings,
      new RegExp(`^fault .*issuer: .* cannot be reached: ${sentence.source}`, 'm'),
    );
    const CONFIG = profileFile(t, {
      data: '${DATA}',
      http: { port: '${PORT}' },
      auth: { tenant: 'one', providers: [client] },
      session: { secrets: ['s'.repeat(32)] },
      localProvider: { enabled: false },
    });
    const log = new RegExp(
      `"reason":"proxy_answered_${status}".*sign-in not possible now: ${sentence.source}`,
    );
    const env = { PROFILE: 'test', CONFIG, HTTPS_PROXY };
    assert.equal((await startSignIn(t, env, log)).status, 503);
  }
});

test('a proxy that closes each connection is asked once for each request, and named', async (t) => {
  let connections = 0;
  const proxy = createPlainServer().on('connect', (_request, socket) => {
    connections += 1;
    socket.destroy();
  });
  const HTTPS_PROXY = `http://127.0.0.1:${await listenAnywhere(proxy, t)}`;
  const findings = await checkInProcess(t, issuer, { HTTPS_PROXY });
  assert.match(
    findings,
    /^fault .*issuer: .* cannot be reached: the proxy of .* closes the connection without an answer/m,
  );
  assert.equal(connections, 1);
});

test('each fault of a certificate has a sentence of its own', async (t) => {
  const own = makeFolder(t, 'localhost');
  const other = makeFolder(t, 'localhost');
  const elsewhere = makeFolder(t, 'elsewhere.internal');
  trust(t, [own.authority, elsewhere.authority]);
  for (const [sentence, cert, keyPath] of [
    ['has an issuer that is not trusted here: trust its authority', other.chainPath, other.keyPath],
    ['is self-signed: trust it here', join(other.folder, 'ca.pem'), join(other.folder, 'ca.key')],
    ['has expired: renew it there', own.expired(), own.keyPath],
    ['is for another name: use a name that is in it', elsewhere.chainPath, elsewhere.keyPath],
  ] as const) {
    const server = createServer({ cert: readFileSync(cert), key: readFileSync(keyPath) });
    const here = `https://localhost:${await listenAnywhere(server, t)}`;
    const { findings } = await checkConfig(t, {
      ...authOf({ issuer: here, clientId: 'c', clientSecret: 's' }),
      store: { url: 'sqlite::memory:' },
    });
    const fault = findings.find((line) => line.startsWith('fault')) ?? '';
    const expected = `fault auth.providers[0].issuer: ${here} cannot be trusted: its certificate ${sentence}`;
    assert.equal(fault.slice(0, expected.length), expected);
  }
});

testWith('openssl', 'postgres')(
  'sslmode=verify-full accepts a PostgreSQL of a trusted authority and of the right name alone',
  async (t) => {
    const own = makeFolder(t, 'localhost');
    const elsewhere = makeFolder(t, 'elsewhere.internal');
    const folder = emptyFolder(t);
    chmodSync(folder, 0o755);
    const certPath = join(folder, 'server.pem');
    const keyPath = join(folder, 'server.key');
    const present = (made: typeof own) => {
      copyFileSync(made.chainPath, certPath);
      copyFileSync(made.keyPath, keyPath);
      // PostgreSQL accepts a key of its own user, or a key of root that its group may read.
      if (process.geteuid?.() === 0) execFileSync('chown', ['postgres', certPath, keyPath]);
      chmodSync(keyPath, 0o600);
    };
    present(own);
    const cluster = await startCluster([
      'ssl=on',
      `ssl_cert_file=${certPath}`,
      `ssl_key_file=${keyPath}`,
    ]);
    t.after(() => cluster.remove());
    const store = { url: `${cluster.url.replace('127.0.0.1', 'localhost')}?sslmode=verify-full` };
    const finding = async () => {
      const { findings } = await checkConfig(t, { ...authOf({ issuer }), store });
      return findings.find((line) => line.includes('store.url'));
    };
    const refused = 'fault store.url: The certificate of the PostgreSQL server';
    assert.match(
      (await finding()) ?? '',
      new RegExp(`^${refused} has an issuer that is not trusted here`),
    );
    trust(t, [own.authority, elsewhere.authority]);
    assert.equal(await finding(), 'ok store.url: is new: the first start makes it');
    present(elsewhere);
    await query(cluster.url, 'SELECT pg_reload_conf()');
    assert.match((await finding()) ?? '', new RegExp(`^${refused} is for another name`));
  },
);

/** Trusts these authorities in this process, besides those of Node. */
function trust(t: TestContext, authorities: readonly string[]): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, ...authorities]);
  t.after(() => setDefaultCACertificates(before));
}

/** A folder with a certificate for this name, and its authority. */
function makeFolder(t: TestContext, name: string) {
  const folder = emptyFolder(t);
  const made = makeCertificate(folder, name);
  const openssl = (line: string) =>
    execFileSync('openssl', line.split(' '), { cwd: folder, stdio: 'pipe' });
  return {
    ...made,
    folder,
    /** The same certificate, expired a day ago. */
    expired() {
      openssl('x509 -x509toreq -in fullchain.pem -signkey privkey.pem -out request.pem');
      openssl(
        'x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days -1 -out expired.pem',
      );
      return join(folder, 'expired.pem');
    },
  };
}

const client = { id: 'one', label: 'One', issuer, clientId: 'c', clientSecret: 's' };

async function startSignIn(t: TestContext, env: Record<string, string>, logs = /answered/) {
  const service = await startReady(t, env);
  const response = await fetch(`http://localhost:${service.port}/api/auth/login`, {
    redirect: 'manual',
  });
  await service.line(logs);
  return response;
}

/** The answers of a provider that has no page to sign in: check-config asks for one. */
function withoutPages(provider: TestProvider): RequestListener {
  const answer = answersOf(provider);
  return (request, response) =>
    request.url?.startsWith('/authorize')
      ? response.writeHead(404).end()
      : answer(request, response);
}

/** A proxy that notes what it is asked for, and refuses it. */
async function startRecorder(t: TestContext, status = 502) {
  const asked: string[] = [];
  const proxy = createPlainServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(status).end();
  }).on('connect', ({ url = '' }, socket) => {
    asked.push(url);
    socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
  });
  const address = `http://127.0.0.1:${await listenAnywhere(proxy, t)}`;
  return { asked, HTTP_PROXY: address, HTTPS_PROXY: address };
}

/** The findings of check-config in a process of its own, which has these variables alone. */
async function checkInProcess(t: TestContext, at: string, env: Record<string, string>) {
  const { clientId, clientSecret } = client;
  const CONFIG = profileFile(t, {
    data: emptyFolder(t),
    ...authOf({ issuer: at, clientId, clientSecret }),
    store: { url: 'sqlite::memory:' },
    localProvider: { enabled: false },
  });
  const command = [...flags, join(projectFolder, 'command/main.ts'), 'check-config'];
  const ran = promisify(execFile)(process.execPath, command, {
    env: { PATH: variable['PATH'] ?? '', PROFILE: 'test', CONFIG, ...env },
  });
  const { stdout } = await ran.catch((error: { stdout: string }) => error);
  return stdout.replaceAll(/ +/g, ' ');
}

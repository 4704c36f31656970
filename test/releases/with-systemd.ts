import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { env, geteuid } from 'node:process';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

import { emptyFolder } from '../folder.ts';
import { needs } from '../needs.ts';
import { projectFolder } from '../process.ts';
import type { Archives } from './archives.ts';
import { historyLack } from './archives.ts';
import type { Machine } from './machine.ts';
import { bootMachine } from './machine.ts';

const read = (file: string) => readFileSync(join(projectFolder, file), 'utf8');

/** The fenced commands of a page that contain these words. */
function blockOf(page: string, words: string): string {
  const blocks = [...read(page).matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
  return blocks.find((block) => block.includes(words)) ?? assert.fail(`${page}: ${words}`);
}

const install = blockOf('docs/first-server.md', 'systemctl enable');
const forwardAndBack = blockOf('docs/upgrading.md', 'use-release.sh 0.3.0');
const fromBefore = blockOf('docs/upgrading.md', 'mv /opt/dueline /opt/0.2.0');

/** What a person writes into the file with the editor. */
const edit = String.raw`secret=$(dueline secret)
sed -i "s/^SESSION_SECRET=.*/SESSION_SECRET=$secret/; s/^CLIENT_ID=.*/CLIENT_ID=abc/; s/^CLIENT_SECRET=.*/CLIENT_SECRET=def-0123456789/
s/^ALLOWED_HOSTS=.*/ALLOWED_HOSTS=tasks.example.com/; s/^#ALLOWED_EMAILS=.*/ALLOWED_EMAILS=@example.com/" /etc/dueline/dueline.env`;

const answers = `for attempt in $(seq 100); do
  ! curl --fail --silent http://127.0.0.1:8080/health/live || exit 0
  sleep 0.1
done
systemctl status --no-pager dueline
exit 1`;

/** The unit has started once the service listens; a moment later the store is open, and the log says that it is ready. */
const becomesReady = `for attempt in $(seq 300); do
  ! journalctl -u dueline | grep 'Dueline is ready' || exit 0
  sleep 0.1
done
exit 1`;

/** The ways forward and back of the docs, as written, on machines with a systemd of their own. */
export function testWithSystemd(archivesOf: () => Archives): void {
  testOnMachine('a new machine, and forward and back between two releases', (machine) => {
    const written = install
      .replace(/^editor .*$/m, edit)
      // Without a network the provider is not found.
      .replace(/^dueline check-config .*\n/m, '')
      .replace('journalctl -u dueline -f', 'journalctl -u dueline');
    machine.run(`cd /srv/releases/today\n${written}`);
    assert.match(machine.run(becomesReady), /Dueline is ready/);
    machine.run(answers);
    const [unpack = '', forward = '', back = ''] = forwardAndBack.trim().split('\n');
    const next = machine.run(`cd /srv/releases/next\n${unpack}\n${forward}`);
    assert.match(next, /^\/opt\/dueline\/current is 0\.3\.1\.$/m);
    machine.run(answers);
    assert.match(machine.run(back), /^\/opt\/dueline\/current is 0\.3\.0\.$/m);
    machine.run(answers);
    assertUnit(machine, { Type: 'notify', User: 'dueline', ActiveState: 'active' });
  });

  testOnMachine('from the release before, back with its backup, and forward again', (machine) => {
    // As the docs of 0.2.0 say.
    machine.run(`cd /srv/releases/before
      mkdir /opt/dueline && tar -xzf dueline-*-linux-x64.tar.gz -C /opt/dueline --strip-components=1
      ln -s /opt/dueline/bin/dueline /usr/local/bin/ && cd /opt/dueline
      cp deploy/dueline.service /etc/systemd/system/
      install -D -m 600 deploy/dueline.env.example /etc/dueline/dueline.env
      ${edit}
      systemctl daemon-reload && systemctl enable --now dueline`);
    machine.run(answers);
    machine.run('dueline backup /srv/before.db --env /etc/dueline/dueline.env');

    machine.run(`cd /srv/releases/today\n${fromBefore}`);
    machine.run(answers);
    assertUnit(machine, { Type: 'notify', User: 'dueline', ActiveState: 'active' });
    assert.match(machine.run('stat -c %U /var/lib/dueline/*'), /^(\+.*\n|dueline\n)+$/);

    machine.run('sh /opt/dueline/current/deploy/use-release.sh 0.2.0');
    machine.run(`for attempt in $(seq 100); do
      ! journalctl -u dueline -o cat | grep 'knows versions up to' || exit 0
      sleep 0.1
    done
    exit 1`);
    machine.run(`systemctl stop dueline
      dueline restore /srv/before.db --env /etc/dueline/dueline.env
      systemctl start dueline`);
    machine.run(answers);
    // A unit that waits for a message of this release would end it after 90 seconds.
    assertUnit(machine, { Type: 'exec', ActiveState: 'active', NRestarts: '0' });

    machine.run('sh /opt/dueline/0.3.0/deploy/use-release.sh');
    machine.run(answers);
    assertUnit(machine, { Type: 'notify', User: 'dueline', ActiveState: 'active' });
  });

  function testOnMachine(name: string, walk: (machine: Running) => void): void {
    const isRoot = geteuid?.() === 0;
    const { skip } = needs('nspawn', 'debootstrap');
    const lack = historyLack ?? skip;
    test(`with systemd: ${name}`, { skip: lack }, async (t) => {
      const boot = isRoot
        ? await bootMachine(emptyFolder(t), layOut(t, archivesOf()))
        : { refusal: 'only root can: sudo npm test -- --all' };
      if ('refusal' in boot) return tellUnproved(t, boot.refusal);
      t.after(boot.machine.end);
      return walk(checked(boot.machine));
    });
  }
}

/** A machine that may not boot another one, such as a container of CI, is no fault of this tree. */
async function tellUnproved(t: TestContext, refusal: string): Promise<void> {
  const why = `no systemd can be booted here: ${refusal}`;
  if (env['CI'] !== 'true') return t.skip(why);
  await t.test(`NOT PROVED, ${why}`, () => {});
}

type Running = Readonly<{ run: (lines: string) => string }>;

const checked = ({ run }: Machine): Running => ({
  run(lines) {
    const { status, output } = run(lines);
    assert.equal(status, 0, output);
    return output;
  },
});

function assertUnit({ run }: Running, expected: Readonly<Record<string, string>>): void {
  const shown = run('systemctl show dueline');
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(shown)?.[1];
  const actual = Object.keys(expected).map((name) => [name, valueOf(name)]);
  assert.deepEqual(Object.fromEntries(actual), expected);
}

/** The releases as the docs name them; the next one is today's under its number. */
function layOut(t: TestContext, archives: Archives): string {
  const folder = emptyFolder(t);
  for (const [name, archive, version] of [
    ['before', archives.before, '0.2.0'],
    ['today', archives.today, '0.3.0'],
    ['next', archives.today, '0.3.1'],
  ] as const) {
    mkdirSync(join(folder, name));
    copyFileSync(archive, join(folder, name, `dueline-${version}-linux-x64.tar.gz`));
  }
  const sums = readFileSync(archives.sums, 'utf8');
  const named = sums.replace(basename(archives.today), 'dueline-0.3.0-linux-x64.tar.gz');
  writeFileSync(join(folder, 'today', 'SHA256SUMS'), named);
  return folder;
}

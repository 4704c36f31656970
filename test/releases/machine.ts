import { spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { programPath } from '../../scripts/programs.ts';
import { projectFolder } from '../process.ts';

const env = { PATH: programPath, HOME: '/root' };
const bootMs = 60_000;
/** Below the time after which systemd ends a start that does not report itself. */
const commandMs = 60_000;

/** A booted Debian, or why none can be booted here. */
export type Boot = Readonly<{ machine: Machine } | { refusal: string }>;
export type Machine = Readonly<{
  /** Runs lines of sh as root, and ends at the first one that fails. */
  run: (lines: string) => Readonly<{ status: number | null; output: string }>;
  end: () => Promise<void>;
}>;

/**
 * Boots Debian with systemd in a container with a network of its own. What it writes is in memory only, and `releases` is its
 * /srv/releases. The first call makes its files, which takes a minute and a mirror.
 */
export async function bootMachine(folder: string, releases: string): Promise<Boot> {
  const root = join(projectFolder, 'node_modules/.cache/debian-machine');
  const refusal = makeRoot(root);
  if (refusal !== undefined) return { refusal };
  const logFile = join(folder, 'console.log');
  const log = openSync(logFile, 'a');
  const words = '--quiet --register=no --keep-unit --private-network --volatile=overlay --boot';
  const binds = [`--bind-ro=${releases}:/srv/releases`, `--directory=${root}`];
  const container = spawn('systemd-nspawn', [...words.split(' '), ...binds], {
    env,
    stdio: ['ignore', log, log],
  });
  const ended = new Promise<void>((resolve) => container.once('close', () => resolve()));
  const run = (lines: string) => runInside(firstChildOf(container.pid), lines);
  const end = async () => {
    const init = firstChildOf(container.pid);
    if (init !== undefined) process.kill(Number(init), 'SIGKILL');
    await ended;
  };
  const endMs = performance.now() + bootMs;
  while (!/^(running|degraded)$/m.test(run('systemctl is-system-running').output)) {
    if (container.exitCode !== null || performance.now() > endMs) {
      await end();
      return { refusal: readFileSync(logFile, 'utf8').trim() || 'systemd-nspawn says nothing' };
    }
    await wait(200);
  }
  return { machine: { run, end } };
}

/** Returns what has failed. */
function makeRoot(root: string): string | undefined {
  if (existsSync(root)) return undefined;
  const begun = `${root}.new`;
  rmSync(begun, { recursive: true, force: true });
  const mirror = output('apt-get', ['indextargets', '--format', '$(SITE)']).split('\n', 1).join('');
  const include = '--include=systemd,systemd-sysv,dbus,curl,ca-certificates';
  const made = spawnSync(
    'debootstrap',
    ['--variant=minbase', include, 'bookworm', begun, mirror || 'http://deb.debian.org/debian'],
    { env, encoding: 'utf8' },
  );
  if (made.status !== 0) return `debootstrap: ${made.stdout.trim().split('\n').at(-1)}`;
  renameSync(begun, root);
  return undefined;
}

const output = (program: string, args: readonly string[]): string =>
  spawnSync(program, args, { env, encoding: 'utf8' }).stdout;

/** The process 1 of the container, seen from outside. */
function firstChildOf(pid: number | undefined): string | undefined {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? readFileSync(file, 'utf8').match(/\d+/)?.[0] : undefined;
}

function runInside(init: string | undefined, lines: string) {
  if (init === undefined) return { status: null, output: '' };
  const namespaces = ['--target', init, '--mount', '--uts', '--ipc', '--net', '--pid'];
  const { status, stdout, stderr } = spawnSync(
    'nsenter',
    [...namespaces, 'sh', '-exc', `exec 2>&1\ncd /root\n${lines}`],
    { env, encoding: 'utf8', timeout: commandMs, killSignal: 'SIGKILL' },
  );
  return { status, output: `${stdout}${stderr}` };
}

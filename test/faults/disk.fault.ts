import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync, rmdirSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import type { TestContext } from 'node:test';
import { test as testAnywhere } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import { startCluster } from '../postgres/cluster.ts';
import { awayAtStart, begin, end, people, troubleAndBack } from './scene.ts';

// Disks of their own.
const skip = process.geteuid?.() !== 0 && 'only root may mount a disk';
const test = (name: string, run: (t: TestContext) => Promise<void>) => void testAnywhere(name, { skip }, run);

test('SQLite on a full disk: reads go on, writes are 503 until there is a little room, nothing is lost', async (t) => {
  const dataFolder = mountSmallDisk(t);
  const ballast = join(dataFolder, 'ballast');
  let filling: NodeJS.Timeout;
  await troubleAndBack(t, {
    dataFolder,
    begin: async (load) => {
      // So much is in the write-ahead log that the next 100 writes do not bring it to the size at which it is copied.
      while (statSync(join(dataFolder, 'dueline.db-wal')).size < 3 * 2 ** 20) await load.lasts(5);
      fill(ballast);
      // Room that the service itself gives back is taken too.
      filling = setInterval(() => fill(ballast), 10);
    },
    end: async (load, { tally }) => {
      clearInterval(filling);
      truncateSync(ballast, statSync(ballast).size - 256 * 2 ** 10);
      // More than fit: the service has to copy the log before it writes.
      await load.writes(tally.acknowledged, 100);
      truncateSync(ballast);
    },
    says: /cannot grow: the disk is full/,
    readsGoOn: true,
  });
});

test('SQLite on a disk that is read-only at the start: the service says so and goes on once it is mended', async (t) => {
  const dataFolder = mountSmallDisk(t);
  const remount = (how: string) => execFileSync('mount', ['-o', `remount,${how}`, dataFolder]);
  const scene = await begin(t, { dataFolder, people });
  const service = await awayAtStart(t, scene, {
    begin: () => remount('ro'),
    end: () => remount('rw'),
    says: /^\{"level":"error".*"msg":"The database .+ (is read-only: mend its disk|cannot be opened)/,
  });
  await end(scene.crowd, service);
});

test('SQLite on a disk that turns read-only under the running service: 503 until it has been unmounted, checked and mounted, then all goes on', async (t) => {
  const disk = mountOwnDisk(t, 64);
  await troubleAndBack(t, {
    dataFolder: disk.folder,
    begin: () => disk.turnReadOnly(),
    beginsQuietly: true,
    end: () => disk.mend(),
    says: /^\{"level":"error".*"msg":"The database .+ the disk reports an error or is read-only, see the system's log"/m,
    readsGoOn: false,
  });
});

test('PostgreSQL on a disk that turns read-only under it: 503 until the disk is mended, then all goes on', async (t) => {
  const disk = mountOwnDisk(t, 512);
  const usual = env['TMPDIR'];
  env['TMPDIR'] = disk.folder;
  const cluster = await startCluster().finally(() => {
    if (usual === undefined) delete env['TMPDIR'];
    else env['TMPDIR'] = usual;
  });
  t.after(() => cluster.stop('SIGQUIT'));
  // The data folder was made in haste, without a sync.
  execFileSync('sync', ['--file-system', disk.folder]);
  await troubleAndBack(t, {
    storeUrl: cluster.url,
    begin: () => disk.turnReadOnly(),
    beginsQuietly: true,
    end: async () => {
      await cluster.stop('SIGQUIT');
      await disk.mend();
      await cluster.start();
    },
    says: /"msg":"The PostgreSQL database (cannot be reached|lost the connection|is starting)/,
    readsGoOn: false,
  });
});

/** A disk of 16 MB in memory: twice what the write-ahead log may take. */
function mountSmallDisk(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'dueline-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=700', 'tmpfs', folder]);
  t.after(() => removeDisk(folder));
  return folder;
}

function removeDisk(folder: string): void {
  execFileSync('umount', ['--lazy', folder]);
  rmdirSync(folder);
}

/** Takes all the room there is. */
function fill(path: string): void {
  try {
    for (;;) appendFileSync(path, Buffer.alloc(4096));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

/** A disk with a real file system in a file, which can meet an error as a worn disk does. */
function mountOwnDisk(t: TestContext, megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'dueline-disk-'));
  const image = `${folder}.img`;
  appendFileSync(image, '');
  truncateSync(image, megabytes * 2 ** 20);
  execFileSync('mkfs.ext4', ['-q', image]);
  // As Debian's installer mounts it.
  const mount = () => execFileSync('mount', ['-o', 'loop,errors=remount-ro', image, folder]);
  mount();
  // The server's user must get through to its own folder inside.
  chmodSync(folder, 0o755);
  t.after(() => {
    removeDisk(folder);
    rmSync(image);
  });
  return {
    folder,
    /**
     * The file system meets an error, writes nothing more and answers EROFS. In this very moment ext4 (Linux 6.18) confirms
     * a sync of which it keeps nothing, in one of four attempts of a program that only appends and syncs.
     */
    turnReadOnly() {
      const device = execFileSync('findmnt', ['-no', 'SOURCE', folder], { encoding: 'utf8' }).trim();
      appendFileSync(`/sys/fs/ext4/${device.replace('/dev/', '')}/trigger_fs_error`, 'a fault on purpose');
    },
    /** What an operator does: unmount, check, mount. */
    async mend() {
      await unmount(folder);
      const { status, stdout } = spawnSync('e2fsck', ['-fp', image], { encoding: 'utf8' });
      // 1: errors were found and corrected.
      if (status !== 0 && status !== 1) throw new Error(`e2fsck: ${status} ${stdout}`);
      mount();
    },
  };
}

/** While the service tries to open its database again, the disk is busy for a moment. */
async function unmount(folder: string): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    const { status, stderr } = spawnSync('umount', [folder], { encoding: 'utf8' });
    if (status === 0) return;
    if (attempts === 100) throw new Error(stderr);
    await wait(50);
  }
}

import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { startCluster } from '../postgres/cluster.ts';
import { awayAtStart, begin, stop, troubleAndBack } from './trouble.ts';

// Disks of their own, which only root may mount.

test('SQLite on a full disk: reads go on, writes are 503 until there is room, nothing is lost', async (t) => {
  const dataFolder = mountSmallDisk(t);
  const ballast = join(dataFolder, 'ballast');
  await troubleAndBack(t, {
    dataFolder,
    begin: () => fill(ballast),
    end: () => truncateSync(ballast),
    says: /cannot grow: the disk is full/,
    readsGoOn: true,
  });
});

test('SQLite on a disk that is read-only at the start: the service says so and goes on once it is mended', async (t) => {
  const dataFolder = mountSmallDisk(t);
  const remount = (how: string) => execFileSync('mount', ['-o', `remount,${how}`, dataFolder]);
  const service = await awayAtStart(t, await begin(t, { dataFolder }), {
    begin: () => remount('ro'),
    end: () => remount('rw'),
    says: /^\{"level":"error".*"msg":"The database .+ (is read-only: mend its disk|cannot be opened)/,
  });
  await stop(service);
});

test('SQLite on a disk that turns read-only under the running service: 503 until it has been unmounted, checked and mounted, then all goes on', async (t) => {
  const disk = mountOwnDisk(t, 64);
  await troubleAndBack(t, {
    dataFolder: disk.folder,
    begin: () => disk.turnReadOnly(),
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
  t.after(() => void cluster.stop('SIGQUIT'));
  // The data folder was made in haste, without a sync.
  execFileSync('sync', ['--file-system', disk.folder]);
  await troubleAndBack(t, {
    storeUrl: cluster.url,
    begin: () => disk.turnReadOnly(),
    end: async () => {
      await cluster.stop('SIGQUIT');
      disk.mend();
      await cluster.start();
    },
    says: /"msg":"The PostgreSQL database (cannot be reached|lost the connection|is starting)/,
    readsGoOn: false,
  });
});

/** A disk of 8 MB in memory, which only root may mount. */
function mountSmallDisk(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'dueline-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=700', 'tmpfs', folder]);
  t.after(() => {
    execFileSync('umount', ['--lazy', folder]);
    rmdirSync(folder);
  });
  return folder;
}

/** Takes all the room there is. */
function fill(path: string): void {
  writeFileSync(path, '');
  try {
    for (;;) writeFileSync(path, Buffer.alloc(4096), { flag: 'a' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

/** A disk with a real file system in a file, which can meet an error as a worn disk does. */
function mountOwnDisk(t: TestContext, megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'dueline-disk-'));
  const image = `${folder}.img`;
  writeFileSync(image, '');
  truncateSync(image, megabytes * 2 ** 20);
  execFileSync('mkfs.ext4', ['-q', image]);
  // As Debian's installer mounts it.
  const mount = () => execFileSync('mount', ['-o', 'loop,errors=remount-ro', image, folder]);
  mount();
  // The server's user must get through to its own folder inside.
  chmodSync(folder, 0o755);
  t.after(() => {
    execFileSync('umount', ['--lazy', folder]);
    rmdirSync(folder);
    rmSync(image);
  });
  return {
    folder,
    /** The file system meets an error, writes nothing more and answers EROFS. */
    turnReadOnly() {
      const device = execFileSync('findmnt', ['-no', 'SOURCE', folder], { encoding: 'utf8' }).trim();
      writeFileSync(`/sys/fs/ext4/${device.replace('/dev/', '')}/trigger_fs_error`, 'a fault on purpose');
    },
    /** What an operator does: unmount, check, mount. */
    mend() {
      execFileSync('umount', [folder]);
      spawnSync('e2fsck', ['-fp', image]);
      mount();
    },
  };
}

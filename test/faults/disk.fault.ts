import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  rmdirSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test as testAnywhere } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts';
import { authOf, checkConfig } from '../started-here.ts';
import { fill as fillDatabase, folders, hashOf, run } from '../databases.ts';
import { troubleAndBack } from './scene.ts';

// The tests mount disks of their own.
const skip = process.geteuid?.() !== 0 && 'only root may mount a disk';
const test = (name: string, check: (t: TestContext) => Promise<void>) =>
  void testAnywhere(name, { skip }, check);

test('SQLite on a full disk: reads go on, writes are 503 until there is a little room, nothing is lost', async (t) => {
  const dataFolder = mountSmallDisk(t);
  const ballast = join(dataFolder, 'ballast');
  let filling: NodeJS.Timeout;
  await troubleAndBack(t, {
    dataFolder,
    begin: async (load) => {
      // At 3 MB of write-ahead log, the next 100 writes do not reach the size at which it is copied.
      while (statSync(join(dataFolder, 'dueline.db-wal')).size < 3 * 2 ** 20) await load.lasts(5);
      fill(ballast);
      // Room that the service itself frees is filled too.
      filling = setInterval(() => fill(ballast), 10);
    },
    end: async (load, { tally }) => {
      clearInterval(filling);
      truncateSync(ballast, statSync(ballast).size - 256 * 2 ** 10);
      // More writes than fit: the service has to copy the log before it writes.
      await load.writes(tally.acknowledged, 100);
      truncateSync(ballast);
    },
    says: /cannot grow: the disk is full/,
    readsGoOn: true,
  });
});

test('a full disk is trouble in health and a fault of check-config, and none when it has room', async (t) => {
  const folder = mountSmallDisk(t);
  const database = join(folder, 'dueline.db');
  const ballast = join(folder, 'ballast');
  const store = openSqliteStore(database);
  t.after(store.close);
  const findings = async () => {
    const profile = {
      ...authOf({ issuer: 'https://id.example' }),
      store: { url: `sqlite:${database}` },
    };
    const { findings: all } = await checkConfig(t, profile);
    return all.filter((line) => line.includes('store.url')).join();
  };
  fill(ballast);
  assert.deepEqual(await store.check(), { isDiskFull: true });
  assert.match(await findings(), /^fault .*dueline\.db cannot grow: the disk is full$/);
  truncateSync(ballast);
  assert.deepEqual(await store.check(), { isDiskFull: false });
  assert.match(await findings(), /^ok .*has version/);
});

test('SQLite on a disk that turns read-only under the running service: 503 until it has been unmounted, checked and mounted, then all goes on', async (t) => {
  const disk = mountOwnDisk(t);
  await troubleAndBack(t, {
    dataFolder: disk.folder,
    begin: () => disk.turnReadOnly(),
    beginsQuietly: true,
    end: () => disk.mend(),
    says: /^\{"level":"error".*"msg":"The database .+ the disk reports an error or is read-only, see the system's log"/m,
    readsGoOn: false,
  });
});

test('a backup that fills the disk says so and keeps the earlier one; a backup on a read-only disk is restored', async (t) => {
  const disk = mountSmallDisk(t);
  const { from: database, to: restored } = folders(t);
  await fillDatabase(database, 6000);
  const backup = join(disk, 'backup.db');
  const ballast = join(disk, 'ballast');
  assert.equal(run('backup', database, backup).status, 0);
  const before = hashOf(backup);
  fill(ballast);
  const leave = (copies: number) =>
    truncateSync(ballast, statSync(ballast).size - Math.floor(statSync(backup).size * copies));
  leave(0.9);
  const { status, output } = run('backup', database, backup);
  assert.deepEqual(
    [status, readdirSync(disk).toSorted()],
    [1, ['backup.db', 'ballast'].toSorted()],
  );
  assert.match(output, /the disk is full/);
  assert.equal(hashOf(backup), before);

  // Now 1.5 copies are free.
  leave(0.6);
  assert.equal(run('backup', database, backup).status, 0);
  execFileSync('mount', ['-o', 'remount,ro', disk]);
  const [last, ...others] = run('restore', backup, restored).stdout.trim().split('\n').toReversed();
  assert.equal(last, `${restored} holds tasks: 6000, people: 1`);
  assert.equal(others.length, 1, 'what is not known');
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

/** Fills the disk with this file. */
function fill(path: string): void {
  try {
    for (;;) appendFileSync(path, Buffer.alloc(4096));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

/** A disk with a real file system in a file, which can have an error like that of a worn disk. */
function mountOwnDisk(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'dueline-disk-'));
  const image = `${folder}.img`;
  appendFileSync(image, '');
  truncateSync(image, 64 * 2 ** 20);
  execFileSync('mkfs.ext4', ['-q', image]);
  // Mounted with the option of Debian's installer.
  const mount = () => execFileSync('mount', ['-o', 'loop,errors=remount-ro', image, folder]);
  mount();
  t.after(() => {
    removeDisk(folder);
    rmSync(image);
  });
  return {
    folder,
    /**
     * Makes the file system report an error, write nothing more and return EROFS. At that moment ext4 (Linux 6.18) may confirm
     * a sync whose data it loses, in one of four attempts of a program that only appends and syncs.
     */
    turnReadOnly() {
      const device = execFileSync('findmnt', ['-no', 'SOURCE', folder], {
        encoding: 'utf8',
      }).trim();
      appendFileSync(
        `/sys/fs/ext4/${device.replace('/dev/', '')}/trigger_fs_error`,
        'a fault on purpose',
      );
    },
    /** Repairs the disk as an operator does: unmount, check, mount. */
    async mend() {
      await unmount(folder);
      const { status, stdout } = spawnSync('e2fsck', ['-fp', image], { encoding: 'utf8' });
      // 1: errors were found and corrected.
      if (status !== 0 && status !== 1) throw new Error(`e2fsck: ${status} ${stdout}`);
      mount();
    },
  };
}

/** Repeats the attempt: while the service tries to open its database again, the disk is busy for a moment. */
async function unmount(folder: string): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    const { status, stderr } = spawnSync('umount', [folder], { encoding: 'utf8' });
    if (status === 0) return;
    if (attempts === 100) throw new Error(stderr);
    await wait(50);
  }
}

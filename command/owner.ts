import { spawnSync } from 'node:child_process';
import type { Stats } from 'node:fs';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join, resolve } from 'node:path';

import { makeFolder } from '../server/folders.ts';
import { StoreError } from '../server/store/store.ts';

type User = Readonly<{ uid: number; gid: number; groups: readonly number[] }>;

const root: User = { uid: 0, gid: 0, groups: [0] };

/**
 * Until the result is disposed, a command of root acts at `path` as the owner of its folder. That user could plant a link or
 * swap a file, and root would write through it anywhere. Without root, and in folders of root alone, nothing changes.
 */
export function actAsOwnerOf(path: string | undefined): Disposable {
  if (path === undefined || process.getuid?.() !== 0) return { [Symbol.dispose]() {} };
  const before = currentUser();
  const back = { [Symbol.dispose]: () => become(before) };
  process.seteuid?.(0);
  try {
    const { folder, owner } = findOwner(resolve(path));
    if (owner !== undefined) actAs(owner, folder);
    else if (before.uid !== 0) become(root);
    return back;
  } catch (cause) {
    become(before);
    throw cause;
  }
}

const currentUser = (): User => ({
  uid: process.geteuid?.() ?? 0,
  gid: process.getegid?.() ?? 0,
  groups: process.getgroups?.() ?? [],
});

/**
 * The same for a check of the rights of the service: root acts as the owner of the data folder, or as the user `dueline` of the
 * unit while no folder exists.
 */
export function actAsService(dataFolder: string): Disposable {
  const acting = actAsOwnerOf(join(dataFolder, 'dueline.db'));
  if (process.geteuid?.() !== 0 || existsSync(dataFolder)) return acting;
  const user = findServiceUser();
  if (user !== undefined) become(user);
  return acting;
}

/** The user `dueline` of the unit; undefined where there is none. */
function findServiceUser(): User | undefined {
  const ask = 'id -u dueline && id -g dueline && id -G dueline';
  const { status, stdout } = spawnSync('sh', ['-c', ask], { encoding: 'utf8' });
  const [uid = 0, gid = 0, ...groups] = stdout.trim().split(/\s/).map(Number);
  if (status === 0) return { uid, gid, groups };
  return undefined;
}

/** Makes a missing folder as the first start does: of root's the user `dueline` of the unit is the owner, where there is one. */
export function makeServiceFolder(folder: string): void {
  if (existsSync(folder)) return;
  using _acting = actAsOwnerOf(folder);
  makeFolder(folder);
  const user = process.geteuid?.() === 0 ? findServiceUser() : undefined;
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
}

/** Throws when `folder` is not writable: makes an empty folder in it and removes it. access() would check the rights of root. */
export const tryFolder = (folder: string) =>
  rmSync(mkdtempSync(join(folder, '.dueline-')), { recursive: true });

/** Sets the groups before the user, because only root may change them. */
function become({ uid, gid, groups }: User): void {
  process.seteuid?.(0);
  process.setgroups?.([...groups]);
  process.setegid?.(gid);
  process.seteuid?.(uid);
}

function actAs({ uid, gid }: Stats, folder: string): void {
  become({ uid, gid, groups: [gid] });
  try {
    statSync(join(folder, '.'));
  } catch (cause) {
    const why = `Root acts as user ${uid} in ${folder}, which belongs to that user, who cannot reach it`;
    const advice =
      'under systemd give the service a user of its own, not DynamicUser=yes (docs/upgrading.md, to 0.3.0)';
    throw new StoreError('misconfigured', `${why}: ${advice}`, cause);
  }
}

type Owned = Readonly<{ folder: string; owner?: Stats }>;

/**
 * The folder in which `path` is or would be created, and the owner of its files; undefined for root. Links of root are followed; a
 * link that another user made or could replace belongs to that user.
 */
function findOwner(path: string, mostLinks = 40): Owned {
  const [top = '', ...names] = path.split('/');
  let folder = `${top}/`;
  let owner = lstatSync(folder);
  for (const [index, name] of names.entries()) {
    const at = join(folder, name);
    const found = lstatSync(at, { throwIfNoEntry: false });
    if (found === undefined) return ownedBy(owner, folder);
    if (!found.isDirectory()) {
      refuseFileOfRoot(at, found, owner);
      if (isFollowed(found, owner) && mostLinks > 0)
        return findOwner(
          resolve(folder, readlinkSync(at), ...names.slice(index + 1)),
          mostLinks - 1,
        );
      return ownedBy(ownerOfEntry(found, owner), folder);
    }
    folder = at;
    owner = found;
  }
  return ownedBy(owner, folder);
}

const ownedBy = (owner: Stats, folder: string): Owned =>
  owner.uid === 0 ? { folder } : { folder, owner };

/** In a folder of another user root acts as that user, who cannot write a file of root. */
function refuseFileOfRoot(path: string, found: Stats, { uid }: Stats): void {
  if (uid === 0 || !found.isFile() || found.uid !== 0) return;
  const whose = `${path} belongs to root, and its folder to user ${uid}, as whom root acts there`;
  const advice = 'give the file to that user, or the folder to root';
  throw new StoreError('misconfigured', `${whose}: ${advice}`);
}

/** Whether an entry of this folder is a link that only root can have made. */
const isFollowed = (found: Stats, folder: Stats): boolean =>
  folder.uid === 0 && found.isSymbolicLink() && found.uid === 0;

/** The owner of a file or link in this folder: other users may replace an entry of a folder that they can write. */
function ownerOfEntry(found: Stats, folder: Stats): Stats {
  if (folder.uid !== 0) return folder;
  const othersMayWrite = (folder.mode & 0o022) !== 0;
  if (found.isSymbolicLink() || othersMayWrite) return found;
  return folder;
}

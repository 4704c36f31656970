import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import { root } from '../project.mjs';
import { run } from './platforms.mjs';

/** The time of every file of a release: SOURCE_DATE_EPOCH, or else the time of the last commit. */
export function releasedSeconds() {
  const told = process.env.SOURCE_DATE_EPOCH;
  if (told) return Number(told);
  const commit = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  return Number(commit.stdout || 0);
}

/** Packs a folder into `<name>.tar.gz` beside it. The same files become the same bytes; needs GNU tar. */
export async function packFolder(parent, name) {
  const tar = join(parent, `${name}.tar`);
  const same = [
    '--sort=name',
    '--format=gnu',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
  ];
  run('tar', [...same, `--mtime=@${releasedSeconds()}`, '-cf', tar, '-C', parent, name]);
  await pipeline(createReadStream(tar), createGzip(), createWriteStream(`${tar}.gz`));
  rmSync(tar);
}

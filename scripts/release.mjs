import { createHash } from 'node:crypto';
import {
  createReadStream,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';

import { SetupError, root } from './project.mjs';
import { packFolder } from './release/pack.mjs';
import { readPlatforms, run } from './release/platforms.mjs';
import { stagePackage, stageRelease } from './release/stage.mjs';
import { main, setUp } from './setup.mjs';

// npm run release [-- --platform linux-arm64 --platform npm] [--to dist/release] [--sign KEY]
await main(async () => {
  setUp();
  const { values } = parseArgs({
    options: {
      platform: { type: 'string', multiple: true },
      to: { type: 'string' },
      sign: { type: 'string' },
    },
  });
  const platforms = readPlatforms();
  const here = `${process.platform.replace('win32', 'win')}-${process.arch}`;
  const folder = resolve(root, values.to ?? 'dist/release');
  mkdirSync(folder, { recursive: true });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  removeEarlier(folder);
  for (const platform of values.platform ?? [here]) {
    if (platform !== 'npm' && platforms[platform] === undefined)
      throw new SetupError(
        `There is no platform ${platform}. There are: ${Object.keys(platforms).join(', ')}, npm`,
      );
    console.log(join(folder, await makeArchive(folder, platform, platforms[platform], version)));
  }
  await writeSums(folder);
  if (values.sign !== undefined) sign(join(folder, 'SHA256SUMS'), resolve(values.sign));
  return 0;
});

/** Removes the archives of an earlier release, so that `dueline-*.tar.gz` matches one file. */
function removeEarlier(folder) {
  for (const file of readdirSync(folder))
    if (isArchive(file) || file.startsWith('SHA256SUMS')) rmSync(join(folder, file));
}

function isArchive(file) {
  return /^dueline-.*\.(tar\.gz|tgz)$/.test(file);
}

async function makeArchive(folder, platform, node, version) {
  const name = `dueline-${version}-${platform}`;
  const staged = join(folder, name);
  rmSync(staged, { recursive: true, force: true });
  let archive = `${name}.tar.gz`;
  if (platform === 'npm') {
    stagePackage(staged, { version });
    archive = run('npm', ['pack', staged, '--silent', '--pack-destination', folder]).trim();
  } else {
    stageRelease(staged, { platform, node, version });
    await packFolder(folder, name);
  }
  rmSync(staged, { recursive: true });
  return archive;
}

/** Writes SHA256SUMS.sig with a key of the person who makes the release (docs/first-server.md describes the check). */
function sign(file, key) {
  rmSync(`${file}.sig`, { force: true });
  run('ssh-keygen', ['-Y', 'sign', '-f', key, '-n', 'dueline-release', file]);
}

/** Writes one line for each archive, for `sha256sum --check SHA256SUMS`. */
async function writeSums(folder) {
  const lines = [];
  for (const file of readdirSync(folder).filter(isArchive).toSorted()) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, file)), hash);
    lines.push(`${hash.digest('hex')}  ${file}\n`);
  }
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}

import { createHash } from 'node:crypto';
import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';

import { SetupError, root } from './project.mjs';
import { packFolder } from './release/pack.mjs';
import { readPlatforms, run, withNodePackage } from './release/platforms.mjs';
import { stagePackage, stageRelease } from './release/stage.mjs';
import { versionOfTree } from './release/version.mjs';
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
  const wanted = values.platform ?? [here];
  const unknown = wanted.find((name) => name !== 'npm' && platforms[name] === undefined);
  if (unknown !== undefined)
    throw new SetupError(
      `There is no platform ${unknown}. There are: ${Object.keys(platforms).join(', ')}, npm`,
    );
  mkdirSync(folder, { recursive: true });
  // A release that fails leaves nothing, and keeps the earlier one.
  const draft = mkdtempSync(join(folder, '.draft-'));
  try {
    for (const platform of wanted) await makeArchive(draft, platform, platforms[platform]);
    await writeSums(draft);
    if (values.sign !== undefined) sign(join(draft, 'SHA256SUMS'), resolve(values.sign));
    removeEarlier(folder);
    for (const file of readdirSync(draft).toSorted()) {
      renameSync(join(draft, file), join(folder, file));
      if (isArchive(file)) console.log(join(folder, file));
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
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

async function makeArchive(folder, platform, node) {
  const { version: next } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = versionOfTree(root, next);
  const name = `dueline-${version}-${platform}`;
  const staged = join(folder, name);
  if (platform === 'npm') {
    // npm drops what follows a plus sign.
    stagePackage(staged, { version: version.replace('+', '.') });
    run('npm', ['pack', staged, '--silent', '--pack-destination', folder]);
  } else {
    await withNodePackage(node, (path) =>
      stageRelease(staged, { platform, node: { name: node.name, path }, version }),
    );
    await packFolder(folder, name);
  }
  rmSync(staged, { recursive: true });
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

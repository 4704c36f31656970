import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';

import { SetupError, root } from './project.mjs';
import { packFolder } from './release/pack.mjs';
import { readPlatforms } from './release/platforms.mjs';
import { stageRelease } from './release/stage.mjs';
import { main, setUp } from './setup.mjs';

// npm run release [-- --platform linux-arm64 --platform win-x64] [--to dist/release]
await main(async () => {
  setUp();
  const { values } = parseArgs({
    options: { platform: { type: 'string', multiple: true }, to: { type: 'string' } },
  });
  const platforms = readPlatforms();
  const here = `${process.platform.replace('win32', 'win')}-${process.arch}`;
  const folder = resolve(root, values.to ?? 'dist/release');
  mkdirSync(folder, { recursive: true });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const platform of values.platform ?? [here]) {
    const node = platforms[platform];
    if (node === undefined)
      throw new SetupError(
        `There is no platform ${platform}. There are: ${Object.keys(platforms).join(', ')}`,
      );
    const name = `dueline-${version}-${platform}`;
    const staged = join(folder, name);
    rmSync(staged, { recursive: true, force: true });
    stageRelease(staged, { platform, node, version });
    await packFolder(folder, name);
    rmSync(staged, { recursive: true });
    console.log(join(folder, `${name}.tar.gz`));
  }
  await writeSums(folder);
  return 0;
});

/** One line for each archive, for `sha256sum --check SHA256SUMS`. */
async function writeSums(folder) {
  const lines = [];
  for (const file of readdirSync(folder)
    .filter((each) => each.endsWith('.tar.gz'))
    .toSorted()) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, file)), hash);
    lines.push(`${hash.digest('hex')}  ${file}\n`);
  }
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}

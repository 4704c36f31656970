import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * A build plugin that writes `dist/<name>.packages.json`: the folders of the packages whose code is in the build, as named in
 * package-lock.json, and the folders in `more`. The bill of materials and the licenses of a release are made from it.
 */
export const listPackages = (name: string, more: readonly string[] = []) => ({
  name: 'list-packages',
  generateBundle(
    _options: unknown,
    bundle: Readonly<Record<string, Readonly<{ moduleIds?: string[] }>>>,
  ) {
    const ids = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);
    const found = ids.flatMap((id) => packageFolder.exec(id.replaceAll('\\', '/'))?.[1] ?? []);
    const file = fileURLToPath(new URL(`../dist/${name}.packages.json`, import.meta.url));
    writeFileSync(
      file,
      `${JSON.stringify([...new Set([...found, ...more])].toSorted(), null, 2)}\n`,
    );
  },
});

const packageFolder = /\/(node_modules\/(?:.+\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//;

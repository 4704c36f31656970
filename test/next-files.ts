import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Replaces in a text of the built page the names of all scripts and styles, as another release has other names. `worker` is the
 * service worker of this build, which lists the names.
 */
export function makeNextNames(worker: string): (text: string) => string {
  const names = [...worker.matchAll(/"\/assets\/([\w-]+)\.(?:js|css)"/g)].map(([, name]) => name);
  const anyName = new RegExp(names.join('|'), 'g');
  return (text) => text.replaceAll(anyName, '$&-next').replace(/("version":")[^"]*/, '$1next');
}

/** Changes the page in that folder, a copy of the build, into the page of another release. */
export function renameFiles(folder: string): void {
  const asNext = makeNextNames(readFileSync(join(folder, 'worker.js'), 'utf8'));
  for (const name of globSync('**/*.{html,js,css}', { cwd: folder })) {
    const text = asNext(readFileSync(join(folder, name), 'utf8'));
    rmSync(join(folder, name));
    writeFileSync(join(folder, asNext(name)), text);
  }
}

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * Transferred bytes with gzip at level 9. `reader` is what reads dates first, in the language with the largest words. `parts` are the
 * files that the page loads later.
 */
export type Sizes = Readonly<{
  script: number;
  style: number;
  font: number;
  reader: number;
  parts: readonly Readonly<{ name: string; bytes: number }>[];
}>;

/** The sizes of the files that the built page loads at its start, and of those that it may load later. */
export function measureSizes(folder: string): Sizes {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const initial = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(
    ([, path = '']) => path,
  );
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sizeOf = (path: string) => sizeOfText(readFileSync(join(folder, path)));
  const inline = (element: 'script' | 'style') =>
    sizeOfText(html.match(new RegExp(`<${element}>.*?</${element}>`, 'gs'))?.join('') ?? '');
  const sum = (paths: readonly string[]) => paths.reduce((bytes, path) => bytes + sizeOf(path), 0);
  const parts = all.filter((path) => /\.(js|css)$/.test(path) && !initial.includes(path));
  return {
    script: sum(initial.filter((path) => path.endsWith('.js'))) + inline('script'),
    style: sum(initial.filter((path) => path.endsWith('.css'))) + inline('style'),
    // Already compressed. The text font is loaded only where the system has none.
    font: all
      .filter((path) => path.includes('numerals'))
      .reduce((bytes, path) => bytes + readFileSync(join(folder, path)).length, 0),
    reader:
      sum(readerIn(folder, parts)) +
      Math.max(...parts.filter((path) => path.includes('/dates-')).map(sizeOf)),
    parts: parts
      .map((name) => ({ name, bytes: sizeOf(name) }))
      .toSorted((a, b) => b.bytes - a.bytes),
  };
}

/** The file of web/tasks/page-reader.ts, and the later ones that it imports. */
function readerIn(folder: string, parts: readonly string[]): readonly string[] {
  const reader = parts.filter((path) => path.includes('/page-reader-'));
  const imports = reader.flatMap((path) => importsOf(readFileSync(join(folder, path), 'utf8')));
  return [...reader, ...parts.filter((path) => imports.some((name) => path.endsWith(name)))];
}

const importsOf = (script: string): readonly string[] =>
  [...script.matchAll(/from"\.\/([^"]+)"/g)].map(([, name = '']) => name);

const sizeOfText = (text: string | Buffer) => gzipSync(text, { level: 9 }).length;

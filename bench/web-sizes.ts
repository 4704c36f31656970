import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Bytes as they travel, gzip of level 9. `parts` are the files that come later, when they are asked for. */
export type Sizes = Readonly<{
  script: number;
  style: number;
  font: number;
  parts: readonly Readonly<{ name: string; bytes: number }>[];
}>;

/** What the built page loads before anyone does anything, and what it may load afterwards. */
export function measureSizes(folder: string): Sizes {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const initial = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, path = '']) => path);
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sizeOf = (path: string) => sizeOfText(readFileSync(join(folder, path)));
  const inline = (element: 'script' | 'style') =>
    sizeOfText(html.match(new RegExp(`<${element}>.*?</${element}>`, 'gs'))?.join('') ?? '');
  const sum = (paths: readonly string[]) => paths.reduce((bytes, path) => bytes + sizeOf(path), 0);
  const parts = all.filter((path) => /\.(js|css)$/.test(path) && !initial.includes(path));
  return {
    script: sum(initial.filter((path) => path.endsWith('.js'))) + inline('script'),
    style: sum(initial.filter((path) => path.endsWith('.css'))) + inline('style'),
    // A font is no better for being compressed twice.
    font: all
      .filter((path) => path.endsWith('.woff2'))
      .reduce((bytes, path) => bytes + readFileSync(join(folder, path)).length, 0),
    parts: parts.map((name) => ({ name, bytes: sizeOf(name) })).toSorted((a, b) => b.bytes - a.bytes),
  };
}

const sizeOfText = (text: string | Buffer) => gzipSync(text, { level: 9 }).length;

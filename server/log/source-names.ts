import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

import * as Type from 'typebox';
import { Parse } from 'typebox/value';

/**
 * A stack of the built program with the files and lines of its sources. A source map is read when the first stack needs it:
 * Node's own `--enable-source-maps` reads all at the start, for 30 ms and 10 MB. The chunk of the packages has no map.
 */
export function nameSources(stack: string): string {
  return stack.replaceAll(place, (found, file: string, line: string, column: string) => {
    const map = mapOf(file);
    const entry = map?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry === undefined || !('originalSource' in entry)) return found;
    const source = new URL(entry.originalSource, file).href;
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

const place = /(file:\/\/[^\s()]+\.mjs):(\d+):(\d+)/g;

const maps = new Map<string, SourceMap | undefined>();

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(new URL(`${file}.map`)));
  return maps.get(file);
}

function readMap(url: URL): SourceMap | undefined {
  if (!existsSync(url)) return undefined;
  const map = Parse(Map3, JSON.parse(readFileSync(url, 'utf8')));
  return new SourceMap({ file: '', sourceRoot: '', sourcesContent: [], ...map });
}

const Texts = Type.Array(Type.String());
const Map3 = Type.Object({ version: Type.Number(), sources: Texts, names: Texts, mappings: Type.String() });

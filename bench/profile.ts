import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

import * as Type from 'typebox';
import { Parse } from 'typebox/value';

const Frame = Type.Object({
  functionName: Type.String(),
  url: Type.String(),
  lineNumber: Type.Integer(),
  columnNumber: Type.Integer(),
});
const Profile = Type.Object({
  nodes: Type.Array(
    Type.Object({
      id: Type.Integer(),
      callFrame: Frame,
      children: Type.Optional(Type.Array(Type.Integer())),
    }),
  ),
  samples: Type.Array(Type.Integer()),
  timeDeltas: Type.Array(Type.Number()),
});
export type Frame = Type.Static<typeof Frame>;

/** The active calls, the innermost last, and the time of the innermost one alone. */
export type Stack = Readonly<{ frames: readonly Frame[]; microseconds: number }>;

/** Earlier samples belong to the start of the service. */
const startMicroseconds = 1_500_000;

/** The stacks of a profile that V8 has written, without the start of the service and without idle time. */
export function readStacks(file: string): Stack[] {
  const { nodes, samples, timeDeltas } = Parse(Profile, JSON.parse(readFileSync(file, 'utf8')));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const times = new Map<number, number>();
  let atMicroseconds = 0;
  for (const [index, id] of samples.entries()) {
    const time = timeDeltas[index] ?? 0;
    atMicroseconds += time;
    if (atMicroseconds >= startMicroseconds) times.set(id, (times.get(id) ?? 0) + time);
  }
  return [...times].flatMap(([id, microseconds]) => {
    const stack: Frame[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const frame = frames.get(at);
      if (frame !== undefined) stack.unshift(frame);
    }
    return stack.at(-1)?.functionName === '(idle)' ? [] : [{ frames: stack, microseconds }];
  });
}

/** The source of a function of the build; undefined for packages and Node itself. */
export function sourceOf({ url, lineNumber, columnNumber }: Frame): string | undefined {
  const entry = url.endsWith('.mjs') ? mapOf(url)?.findEntry(lineNumber, columnNumber) : undefined;
  const source =
    entry !== undefined && 'originalSource' in entry ? String(entry.originalSource) : url;
  return /\/((?:server|contract)\/[^:]+\.ts)$/.exec(source)?.[1];
}

const maps = new Map<string, SourceMap | undefined>();

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(new URL(`${file}.map`)));
  return maps.get(file);
}

/** The source map, undefined for the chunk of the packages, which has none. */
function readMap(url: URL): SourceMap | undefined {
  if (!existsSync(url)) return undefined;
  const map = Parse(Map3, JSON.parse(readFileSync(url, 'utf8')));
  return new SourceMap({ file: '', sourceRoot: '', sourcesContent: [], ...map });
}

const Texts = Type.Array(Type.String());
const Map3 = Type.Object({
  version: Type.Number(),
  sources: Texts,
  names: Texts,
  mappings: Type.String(),
});

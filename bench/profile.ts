import { readFileSync } from 'node:fs';

import * as Type from 'typebox';
import { Parse } from 'typebox/value';

import { nameSources } from '../server/log/log.ts';

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

/** The calls that were open, the innermost last, and for how long the innermost one worked itself. */
export type Stack = Readonly<{ frames: readonly Frame[]; microseconds: number }>;

/** What is earlier belongs to the start of the service. */
const startMicroseconds = 1_500_000;

/** The stacks of a profile that V8 has written, without the start of the service and without idle time. */
export function readStacks(file: string): Stack[] {
  const { nodes, samples, timeDeltas } = Parse(Profile, JSON.parse(readFileSync(file, 'utf8')));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
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
  const place = nameSources(`${url}:${lineNumber + 1}:${columnNumber + 1}`);
  return /\/((?:server|contract)\/[^:]+\.ts):/.exec(place)?.[1];
}

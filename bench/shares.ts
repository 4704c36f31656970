import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as Type from 'typebox';
import { Parse } from 'typebox/value';

import { nameSources } from '../server/request/source-names.ts';

// `node bench/shares.ts <folder>`: for each profile that the service has written with `npm run bench -- list --profiles <folder>`, which of its
// files the time goes to. A file has the time of what it calls, but of no other file and not of Node's HTTP.

const Profile = Type.Object({
  nodes: Type.Array(
    Type.Object({
      id: Type.Integer(),
      callFrame: Type.Object({
        functionName: Type.String(),
        url: Type.String(),
        lineNumber: Type.Integer(),
        columnNumber: Type.Integer(),
      }),
      children: Type.Optional(Type.Array(Type.Integer())),
    }),
  ),
  samples: Type.Array(Type.Integer()),
  timeDeltas: Type.Array(Type.Number()),
});
type Frame = Type.Static<typeof Profile>['nodes'][number]['callFrame'];

/** What is earlier belongs to the start of the service. */
const startMicroseconds = 1_500_000;
const smallestShare = 0.01;

const [folder = '.'] = process.argv.slice(2);
for (const file of readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'))) {
  console.log(`\n${file}`);
  for (const [where, share] of sharesOf(join(folder, file)))
    console.log(`${(share * 100).toFixed(1).padStart(5)} %  ${where}`);
}

function sharesOf(file: string): [where: string, share: number][] {
  const { nodes, samples, timeDeltas } = Parse(Profile, JSON.parse(readFileSync(file, 'utf8')));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const times = new Map<string, number>();
  let [atMicroseconds, busy] = [0, 0];
  for (const [index, id] of samples.entries()) {
    const time = timeDeltas[index] ?? 0;
    atMicroseconds += time;
    const where = placeOf(id, frames, parents);
    if (atMicroseconds < startMicroseconds || where === '(idle)') continue;
    busy += time;
    times.set(where, (times.get(where) ?? 0) + time);
  }
  return [...times]
    .map(([where, time]): [string, number] => [where, time / busy])
    .filter(([, share]) => share >= smallestShare)
    .toSorted(([, one], [, other]) => other - one);
}

/** The nearest caller that is a source of the service or Node's HTTP. */
function placeOf(id: number, frames: Map<number, Frame>, parents: Map<number, number>): string {
  for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
    const frame = frames.get(at);
    if (frame === undefined) break;
    if (/^\((idle|garbage collector)\)$/.test(frame.functionName)) return frame.functionName;
    if (/^node:(_http|net$|internal\/stream)/.test(frame.url)) return "Node's HTTP";
    const source = sourceOf(frame);
    if (source !== undefined) return source;
  }
  return 'Node, Fastify and the system';
}

/** The source of a function of the build; undefined for packages and Node itself. */
function sourceOf({ url, lineNumber, columnNumber }: Frame): string | undefined {
  const place = nameSources(`${url}:${lineNumber + 1}:${columnNumber + 1}`);
  return /\/((?:server|contract)\/[^:]+\.ts):/.exec(place)?.[1];
}

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Frame } from './profile.ts';
import { readStacks, sourceOf } from './profile.ts';

// `node bench/shares.ts <folder>`: for each profile that the service has written with `npm run bench -- list --profiles <folder>`, which of its
// files the time goes to. A file has the time of what it calls, but of no other file and not of Node's HTTP.

const smallestShare = 0.01;

const [folder = '.'] = process.argv.slice(2);
for (const file of readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'))) {
  console.log(`\n${file}`);
  for (const [where, share] of sharesOf(join(folder, file)))
    console.log(`${(share * 100).toFixed(1).padStart(5)} %  ${where}`);
}

function sharesOf(file: string): [where: string, share: number][] {
  const times = new Map<string, number>();
  let busy = 0;
  for (const { frames, microseconds } of readStacks(file)) {
    const where = placeOf(frames);
    busy += microseconds;
    times.set(where, (times.get(where) ?? 0) + microseconds);
  }
  return [...times]
    .map(([where, time]): [string, number] => [where, time / busy])
    .filter(([, share]) => share >= smallestShare)
    .toSorted(([, one], [, other]) => other - one);
}

/** The nearest caller that is a source of the service or Node's HTTP. */
function placeOf(frames: readonly Frame[]): string {
  for (const frame of frames.toReversed()) {
    if (frame.functionName === '(garbage collector)') return frame.functionName;
    if (/^node:(_http|net$|internal\/stream)/.test(frame.url)) return "Node's HTTP";
    const source = sourceOf(frame);
    if (source !== undefined) return source;
  }
  return 'Node, Fastify and the system';
}

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Frame } from './profile.ts';
import { readStacks, sourceOf } from './profile.ts';

// `node bench/shares.ts <folder>`: the share of the time of each source file, for each profile that the service has written with
// `npm run bench -- list --profiles <folder>`. The time of packages and Node counts for the calling file, that of Node's HTTP does not.

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

/** The innermost call that is in a source of the service or in Node's HTTP. */
function placeOf(frames: readonly Frame[]): string {
  for (const frame of frames.toReversed()) {
    if (frame.functionName === '(garbage collector)') return frame.functionName;
    if (/^node:(_http|net$|internal\/stream)/.test(frame.url)) return "Node's HTTP";
    const source = sourceOf(frame);
    if (source !== undefined) return source;
  }
  return 'Node, Fastify and the system';
}

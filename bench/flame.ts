import { writeFileSync } from 'node:fs';

import { flameGraph } from './plots.ts';
import type { Frame } from './profile.ts';
import { readStacks, sourceOf } from './profile.ts';

// `node bench/flame.ts <profile> <file.svg> <title>`: the flame graph of a profile that the service has written with
// `npm run bench -- list --profiles <folder>`. Successive calls of one source, of the packages or of Node are merged.

type Call = { name: string; kind: string; time: number; calls: Map<string, Call> };

const [profile = '', file = '', title = ''] = process.argv.slice(2);
const root: Call = { name: 'all', kind: 'system', time: 0, calls: new Map() };
for (const { frames, microseconds } of readStacks(profile)) {
  let at = root;
  at.time += microseconds;
  for (const { name, kind } of frames.slice(1).map(nameOf)) {
    if (name === at.name) continue;
    const call = at.calls.get(name) ?? { name, kind, time: 0, calls: new Map() };
    at.calls.set(name, call);
    call.time += microseconds;
    at = call;
  }
}
writeFileSync(file, flameGraph(title, root));

function nameOf(frame: Frame): { name: string; kind: string } {
  const { functionName, url } = frame;
  if (functionName === '(garbage collector)') return { name: 'garbage', kind: 'garbage' };
  const source = sourceOf(frame);
  if (source !== undefined) return { name: source.replace(/^server\//, ''), kind: 'service' };
  if (url.startsWith('node:')) return { name: url, kind: 'node' };
  if (url !== '') return { name: 'packages', kind: 'package' };
  return { name: functionName === '(program)' ? 'system' : functionName, kind: 'system' };
}

import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import * as Type from 'typebox';
import { Parse } from 'typebox/value';

import { pathOf } from '../scripts/programs.ts';

const Told = Type.Object({
  perSecond: Type.Number(),
  p50Ms: Type.Number(),
  p99Ms: Type.Number(),
  requests: Type.Integer(),
  failed: Type.Integer(),
});

/** The results of one run of wrk. */
export type Told = Type.Static<typeof Told>;

export type Load = Readonly<{
  connections: number;
  seconds: number;
  /** The mean pause of a connection between a response and its next request. Default: none. */
  pauseMs?: number;
}>;

/** Throws with the command that installs a missing wrk (https://github.com/wg/wrk). */
export function ensureWrk(): void {
  pathOf('wrk');
}

/** Writes a file of whole requests for wrk.lua. */
export function writeRequests(file: string, requests: readonly string[]): void {
  writeFileSync(file, requests.map((request) => `${request}\0`).join(''));
}

/** Sends the requests of a file with one thread. Throws if a request fails: a status of 400 or above, or no response. */
export async function runWrk(port: number, file: string, load: Load): Promise<Told> {
  const { connections, seconds, pauseMs = 0 } = load;
  const script = join(import.meta.dirname, 'wrk.lua');
  const args = `-t 1 -c ${connections} -d ${seconds}s --timeout 10s`.split(' ');
  const address = `http://127.0.0.1:${port}`;
  const { stdout } = await promisify(execFile)('wrk', [
    ...args,
    '-s',
    script,
    address,
    '--',
    file,
    String(pauseMs),
  ]);
  const line = stdout.split('\n').find((each) => each.startsWith('{')) ?? '';
  const told = Parse(Told, JSON.parse(line));
  if (told.requests === 0 || told.failed > 0) throw new Error(`requests failed:\n${stdout}`);
  return told;
}

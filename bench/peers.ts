import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { packageFolder } from './options.ts';
import { tokensOf } from './people.ts';
import type { Program } from './server-process.ts';
import { ask } from './server-process.ts';

const home = join(packageFolder, 'bench', 'peer');

/** A server in `bench/peer/`, which reads its settings from one variable. */
export const peerProgram = (name: string, settings: object): Program => ({
  args: [join(home, name)],
  env: { BENCH: JSON.stringify(settings) },
});

/** Installs the packages of the peers, which are not dependencies of the project. */
export function installPeers(): void {
  const stamp = join(home, 'node_modules', '.installed');
  const wanted = readFileSync(join(home, 'package-lock.json'), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: home, stdio: 'inherit' });
  if (status !== 0) throw new Error('npm could not install the peers');
  writeFileSync(stamp, wanted);
}

/** The Cookie header of a person who is signed in at a peer without a provider. */
export async function signInAtPeer(port: number, person: number): Promise<string> {
  const { idToken, accessToken, refreshToken } = tokensOf(person);
  const tokens = { id_token: idToken, access_token: accessToken, refresh_token: refreshToken };
  const { headers } = await ask(port, {
    method: 'POST',
    path: '/signed-in',
    cookie: '',
    body: { ...tokens, token_type: 'Bearer' },
  });
  return (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
}

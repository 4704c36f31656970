import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { built } from '../scripts/service.mjs';
import { packageFolder } from './options.ts';
import type { Program } from './server-process.ts';
import { host } from './server-process.ts';

type Provider = Readonly<{ issuer: string; clientId: string; clientSecret: string }>;

const noProvider = { issuer: 'https://id.example.com', clientId: 'bench', clientSecret: 'bench' };

export type ServiceEnvironment = Readonly<Record<string, string>>;

/** The variables of the production profile, with files in this folder and another provider. */
export function serviceEnvironment(
  folder: string,
  provider: Provider = noProvider,
): ServiceEnvironment {
  const profile = readFileSync(join(packageFolder, 'config', 'production.yaml'), 'utf8');
  const file = join(folder, 'production.yaml');
  writeFileSync(file, profile.replace('https://accounts.google.com', provider.issuer));
  return {
    PROFILE: 'production',
    CONFIG: file,
    DATA: folder,
    ALLOWED_HOSTS: host,
    SESSION_SECRET: 'a secret of thirty-two bytes or more',
    // Pictures would need requests to another service.
    AVATARS: 'false',
    // The load comes from one address.
    REQUESTS_PER_SECOND: '0',
    SIGN_INS_PER_MINUTE: '0',
    CLIENT_ID: provider.clientId,
    CLIENT_SECRET: provider.clientSecret,
  };
}

/** The service as `npm start` runs it: the build, with its flags and compile cache. With `profiles` it writes a profile at its end. */
export function serviceProgram(
  env: ServiceEnvironment,
  storeUrl: string,
  profiles?: string,
): Program {
  const { NODE_COMPILE_CACHE: cache } = process.env;
  return {
    args: profiles === undefined ? built : ['--cpu-prof', `--cpu-prof-dir=${profiles}`, ...built],
    env: { ...(cache && { NODE_COMPILE_CACHE: cache }), ...env, STORE_URL: storeUrl },
  };
}

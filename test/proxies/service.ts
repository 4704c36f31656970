import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { environment, service } from '../../scripts/service.mjs';
import { freePort } from '../process.ts';
import { startChild } from './child.ts';
import { publicHost } from './proxy.ts';

/** Someone with claims so long that the session needs two cookies, about 5.2 KB together (specification). */
export const person = {
  email: 'ada@example.com',
  name: `Ada ${'Augusta '.repeat(24)}Byron`,
  picture: `https://pictures.example/${'ada'.repeat(660)}.png`,
};

/** The real service, as a process, with the real local provider. */
export type RunningService = Readonly<{
  /** Where a proxy reaches it. */
  address: string;
  issuer: string;
  stop: () => Promise<void>;
}>;

/** Starts the service in a throw-away folder; it trusts the proxies of this machine and answers for the public host alone. */
export async function startService(): Promise<RunningService> {
  const folder = mkdtempSync(join(tmpdir(), 'dueline-service-'));
  const providerPort = await freePort();
  const issuer = `http://localhost:${providerPort}`;
  const profile = {
    environment: 'test',
    data: folder,
    http: { host: '127.0.0.1', port: 0, trustedProxies: ['127.0.0.1'], allowedHosts: [publicHost] },
    auth: { tenant: 'local', providers: [{ id: 'local', label: 'local account', issuer }] },
    avatars: { enabled: false },
    localProvider: { enabled: true, port: providerPort, users: [person] },
  };
  const profilePath = join(folder, 'proxied.yaml');
  // JSON is YAML.
  writeFileSync(profilePath, JSON.stringify(profile));
  const root = join(import.meta.dirname, '../..');
  const child = startChild(process.execPath, service, {
    cwd: root,
    env: { ...environment, CONFIG: profilePath },
  });
  const [, port] = await child.says(/ready at http:\/\/localhost:(\d+)/);
  return {
    address: `127.0.0.1:${port}`,
    issuer,
    stop: async () => {
      await child.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

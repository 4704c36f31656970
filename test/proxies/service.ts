import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Tidy } from '../folder.ts';
import { emptyFolder } from '../folder.ts';
import { freePort, startProcess } from '../process.ts';
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
}>;

/** Starts the service, which trusts the proxies of this machine and answers for the public host alone. */
export async function startService(t: Tidy): Promise<RunningService> {
  const [port, providerPort] = [await freePort(), await freePort()];
  const issuer = `http://localhost:${providerPort}`;
  const folder = emptyFolder(t);
  const profile = {
    data: folder,
    http: { host: '127.0.0.1', port, trustedProxies: ['127.0.0.1'], allowedHosts: [publicHost] },
    auth: { tenant: 'local', providers: [{ id: 'local', label: 'local account', issuer }] },
    avatars: { enabled: false },
    localProvider: { enabled: true, port: providerPort, users: [person] },
  };
  const CONFIG = join(folder, 'proxied.yaml');
  // JSON is YAML.
  writeFileSync(CONFIG, JSON.stringify(profile));
  const service = await startProcess(t, { PROFILE: 'test', CONFIG, PORT: String(port) });
  await service.line(/Dueline is ready/);
  return { address: `127.0.0.1:${port}`, issuer };
}

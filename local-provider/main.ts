import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';

import type { Config } from '../server/config.ts';
import { hasCode } from '../server/config/kept-file.ts';
import { makeFolder } from '../server/folders.ts';
import { makeProvider } from './provider.ts';
import { openRecords } from './records.ts';
import { addPages } from './sign-in.ts';

export type LocalProviderParts = Readonly<{
  isProduction: boolean;
  config: Config['localProvider'];
  /** The folder for keys, people and grants, so that renewal works after a restart. */
  dataFolder: string;
  clientId: string;
  clientSecret: string;
  /** The service is registered at this port of every loopback name. */
  servicePort: number;
  /** Further origins of the service, such as that of a reverse proxy. */
  publicOrigins?: readonly string[];
  log: Readonly<{ error: (details: object, message: string) => void }>;
}>;

/**
 * Starts the OpenID provider for one machine: no passwords, loopback only. Throws in a production profile and when its
 * port is taken.
 */
export async function startLocalProvider(parts: LocalProviderParts) {
  const { isProduction, config, clientId, clientSecret, servicePort, publicOrigins = [], log } = parts;
  if (isProduction)
    throw new Error('The local provider asks for no password; it does not start in a production profile.');

  const server = await listen(config.port);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  const issuer = `http://localhost:${port}`;
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  try {
    makeFolder(parts.dataFolder);
    const records = openRecords(parts.dataFolder);
    config.users.forEach(records.rememberPerson);
    const origins = [...loopbackNames.map((name) => `http://${name}:${servicePort}`), ...publicOrigins];
    const redirectUris = origins.map((origin) => `${origin}/api/auth/callback`);
    const provider = makeProvider({ issuer, records, clientId, clientSecret, redirectUris });
    const serviceHref = `http://localhost:${servicePort}/`;
    addPages(provider, { records, users: config.users, serviceHref, log });
    const answer = provider.callback();
    server.on('request', (request, response) => void answer(request, response));
    return { issuer, close: () => close().then(records.close) };
  } catch (error) {
    await close();
    throw error;
  }
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

async function listen(port: number): Promise<Server> {
  // Cookies are not bound to a port: several kilobytes of the service's cookies on the same host arrive here too.
  const server = createServer({ maxHeaderSize: 32_768 }).listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return server;
  } catch (cause) {
    if (!hasCode(cause, 'EADDRINUSE')) throw cause;
    const advice = 'End that program, or name a free port in LOCAL_PROVIDER_PORT.';
    throw new Error(`Port ${port} of the local provider is taken by another program. ${advice}`, { cause });
  }
}

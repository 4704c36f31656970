import { once } from 'node:events';
import { createServer } from 'node:http';

import type { Config } from '../server/config.ts';
import { makeFolder } from '../server/folders.ts';
import { makeProvider } from './provider.ts';
import { makePersonOf, openRecords } from './records.ts';
import type { ProviderLog } from './sign-in.ts';
import { addPages } from './sign-in.ts';

/** `http` gives the addresses of the service. The folder stores keys and grants, so that renewal works after a restart. */
type Profile = Pick<Config, 'isProduction' | 'localProvider' | 'dataFolder'> &
  Readonly<{ http: Pick<Config['http'], 'port' | 'allowedHosts' | 'publicScheme'> }>;

/**
 * Starts the OpenID provider of one machine: no passwords, loopback only. Rejects in production, or when its port is in use. The
 * returned function stops it.
 */
export async function startLocalProvider(
  { isProduction, localProvider: config, dataFolder, http }: Profile,
  client: Readonly<{ clientId: string; clientSecret: string }>,
  log: ProviderLog,
) {
  if (isProduction)
    throw new Error(
      'The local provider asks for no password; it does not start in a production profile.',
    );

  makeFolder(dataFolder);
  const records = openRecords(dataFolder);
  // Cookies are not bound to a port: requests here also have the service's cookies of the same host, several kilobytes.
  const server = createServer({ maxHeaderSize: 32_768 }).listen(config.port, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://localhost:${config.port}`;
  const personOf = makePersonOf(config.users);
  const redirectUris = originsOf(http).map((origin) => `${origin}/api/auth/callback`);
  const provider = makeProvider(issuer, records, client, redirectUris, personOf);
  addPages(provider, {
    users: config.users,
    personOf,
    serviceHref: `http://localhost:${http.port}/`,
    log,
  });
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
    records.close();
  };
}

/** The origins of the service: its port at each loopback name, and its configured hosts, with both schemes if the scheme is unknown. */
function originsOf({ port, allowedHosts, publicScheme }: Profile['http']): string[] {
  const schemes = publicScheme === null ? ['http', 'https'] : [publicScheme];
  return [
    ...['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port}`),
    ...(allowedHosts ?? []).flatMap((host) => schemes.map((scheme) => `${scheme}://${host}`)),
  ];
}

import { once } from 'node:events';
import { createServer } from 'node:http';

import * as Type from 'typebox';
import { Parse } from 'typebox/value';

import { loadConfig } from '../server/config/load.ts';
import { openProcessMetrics } from '../server/monitoring/process-metrics.ts';
import { beginProcessLog } from '../server/process-log.ts';
import { serve } from '../server/serve.ts';
import { splitIntoCookies } from '../server/session/chunks.ts';
import { makeSealer, sealSession } from '../server/session/seal.ts';
import { beginSession, recordSignIn } from '../server/session/session.ts';

// One server of bench/list.ts in a process of its own: `floor` answers these bytes and looks at nothing, `service` is the service.
const Order = Type.Object({
  body: Type.String(),
  dataFolder: Type.String(),
  packageFolder: Type.String(),
  people: Type.Array(
    Type.Object({ idToken: Type.String(), accessToken: Type.String(), refreshToken: Type.String() }),
  ),
});
const order: unknown[] = await once(process, 'message');
const { body, dataFolder, packageFolder, people } = Parse(Order, order[0]);

process.on('disconnect', () => process.exit());
process.send?.(process.argv[2] === 'floor' ? await startFloor() : await startService());
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }));

async function startFloor() {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  };
  const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { port: typeof address === 'object' ? address?.port : undefined, cookies: startCookies() };
}

/** As `npm start` runs it in production, with a log line for each request. */
async function startService() {
  const env = { PROFILE: 'local', DATA: dataFolder, PORT: '0', HOST: '127.0.0.1' };
  const config = loadConfig({ env, packageFolder });
  const { port } = await serve(config, packageFolder, beginProcessLog(), openProcessMetrics());
  return { port, cookies: startCookies() };
}

/** A Cookie header for each person, as the callback would have set it. */
function startCookies(): string[] {
  const { auth, session } = loadConfig({ env: { PROFILE: 'local', DATA: dataFolder }, packageFolder });
  const tenant = auth.providers.find(({ id }) => id === auth.tenant);
  const sealer = makeSealer(session.secrets, ['session', tenant?.issuer, tenant?.clientId].join(' '));
  return people.map((tokens) => {
    const signIn = recordSignIn(Date.now(), 3600, session, {
      companion: null,
      clientAuthentication: 'client_secret_basic',
    });
    const begun = beginSession(tokens, signIn, Date.now() / 1000, 3600, session);
    return splitIntoCookies(sealSession(sealer, begun).sealed)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  });
}

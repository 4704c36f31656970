import type { Config } from '../server/config.ts';
import { makeFolder } from '../server/make-folder.ts';
import { openDatabase } from './database.ts';
import { keptKeys } from './keys.ts';
import { listenOnLoopback } from './loopback.ts';
import { makePages } from './pages.ts';
import { openPeople } from './people.ts';
import { makeProvider } from './provider.ts';
import { openRecords } from './records.ts';

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
  nowMs?: () => number;
}>;

export type LocalProvider = Readonly<{ issuer: string; close: () => Promise<void> }>;

/**
 * Starts the OpenID provider for one machine: no passwords, loopback only. Throws in a production profile and when its
 * port is taken.
 */
export async function startLocalProvider(parts: LocalProviderParts): Promise<LocalProvider> {
  const { isProduction, config, dataFolder, servicePort, publicOrigins = [], nowMs = Date.now } = parts;
  if (isProduction)
    throw new Error('The local provider asks for no password; it does not start in a production profile.');

  const listening = await listenOnLoopback(config.port);
  const issuer = `http://localhost:${listening.port}`;
  try {
    makeFolder(dataFolder);
    const database = openDatabase(dataFolder);
    const people = openPeople(database, config.users);
    const provider = makeProvider({
      issuer,
      keys: keptKeys(dataFolder),
      records: openRecords(database, nowMs),
      people,
      clientId: parts.clientId,
      clientSecret: parts.clientSecret,
      redirectUris: [...loopbackNames.map((name) => `http://${name}:${servicePort}`), ...publicOrigins].map(
        (origin) => `${origin}/api/auth/callback`,
      ),
      log: parts.log,
    });
    listening.answerWith(
      makePages({
        issuer,
        provider,
        people,
        nowMs,
        serviceHref: `http://localhost:${servicePort}/`,
        log: parts.log,
      }),
    );
    return {
      issuer,
      close: async () => {
        await listening.close();
        database.close();
      },
    };
  } catch (error) {
    await listening.close();
    throw error;
  }
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';

import { keptSecret } from './kept-file.ts';
import type { Environment, Profile } from './profile.ts';
import { durationMs } from './values.ts';

type Circumstances = Readonly<{ profile: string; environment: Environment; packageFolder: string }>;

/**
 * A checked profile with what its schema cannot know: what depends on the machine, the environment or the data folder.
 * Makes the secrets that only local and test profiles may lack.
 */
export function completeProfile(
  { data, http, auth, session, store, tasks, avatars, localProvider, log }: Profile,
  { profile, environment, packageFolder }: Circumstances,
) {
  const dataFolder = resolve(packageFolder, data);
  const local = { ...localProvider, enabled: localProvider.enabled ?? environment !== 'production' };
  const localIssuer = local.enabled ? `http://localhost:${local.port}` : null;
  const { clockTolerance, ...signIn } = auth;
  return {
    /** The profile's name, or the file's when CONFIG names one. */
    profile,
    /** What it is for: a CONFIG file is a production profile unless it says otherwise. */
    environment,
    /** Absolute path of the folder for the embedded database, made secrets and the local provider's keys. */
    dataFolder,
    http: {
      ...http,
      /** Exact Host values, or null for any. */
      allowedHosts: nullIfEmpty(http.allowedHosts),
      workers: http.workers === 'auto' ? availableParallelism() : http.workers,
    },
    auth: {
      ...signIn,
      clockToleranceSeconds: seconds(clockTolerance),
      /** Addresses and `@domain`s that may sign in, or null for everybody whom the provider knows. */
      allowedEmails: nullIfEmpty(auth.allowedEmails),
      providers: auth.providers.map((provider) =>
        provider.issuer === localIssuer ? withLocalClient(provider, dataFolder) : provider,
      ),
    },
    session: {
      secrets: nullIfEmpty(session.secrets) ?? [keptSecret(dataFolder, 'session-secret')],
      extensionSeconds: seconds(session.extension),
      outageGraceSeconds: seconds(session.outageGrace),
      longestSeconds: session.longest === null ? null : seconds(session.longest),
    },
    store: { ...store, url: storeUrl(store.url, packageFolder, dataFolder) },
    tasks: { ...tasks, timeZone: tasks.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone },
    avatars: {
      enabled: avatars.enabled ?? environment === 'production',
      urlTemplate: avatars.urlTemplate,
      timeoutMs: durationMs(avatars.timeout),
    },
    localProvider: local,
    log,
  };
}

/** The local provider's client needs a secret that nobody has to choose. */
const withLocalClient = (provider: Profile['auth']['providers'][number], dataFolder: string) => ({
  ...provider,
  clientId: provider.clientId ?? 'dueline',
  clientSecret: provider.clientSecret ?? keptSecret(dataFolder, 'local-provider-secret'),
});

/** A relative file of the embedded store lies in the package's folder, wherever the service was started. */
function storeUrl(url: string | null, packageFolder: string, dataFolder: string): string {
  if (url === null) return `sqlite:${resolve(dataFolder, 'dueline.db')}`;
  if (!url.startsWith('sqlite:') || url === 'sqlite::memory:') return url;
  return `sqlite:${resolve(packageFolder, url.slice('sqlite:'.length))}`;
}

const nullIfEmpty = <Item>(items: Item[]) => (items.length > 0 ? items : null);

const seconds = (duration: string) => durationMs(duration) / 1000;

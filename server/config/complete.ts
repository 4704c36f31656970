import { resolve } from 'node:path';

import { keptSecret } from './kept-file.ts';
import type { Profile } from './profile.ts';
import { usualRates } from './profile-rates.ts';
import { durationMs } from './values.ts';

type Circumstances = Readonly<{ profile: string; isProduction: boolean; packageFolder: string }>;

/**
 * A checked profile with what its schema cannot know: what depends on which profile it is, the machine or the data folder.
 * Makes the secrets that only local and test profiles may lack.
 */
export function completeProfile(
  { data, http, rates, monitoring, auth, session, store, tasks, avatars, localProvider, log }: Profile,
  { profile, isProduction, packageFolder }: Circumstances,
) {
  const dataFolder = resolve(packageFolder, data);
  const local = { ...localProvider, enabled: localProvider.enabled ?? !isProduction };
  const localIssuer = local.enabled ? `http://localhost:${local.port}` : null;
  const { clockTolerance, ...signIn } = auth;
  return {
    /** The name that PROFILE has chosen. */
    profile,
    /** Whether the rules of production apply, as they do in every profile but `local` and `test`. */
    isProduction,
    /** Absolute path of the folder for the embedded database, made secrets and the local provider's keys. */
    dataFolder,
    http: {
      ...http,
      /** Exact Host values, or null for any. */
      allowedHosts: nullIfEmpty(http.allowedHosts),
    },
    /** 0: no limit. */
    rates: {
      signInsPerMinute: rates.signInsPerMinute ?? (isProduction ? usualRates.signInsPerMinute : 0),
      requestsPerSecond: rates.requestsPerSecond ?? (isProduction ? usualRates.requestsPerSecond : 0),
    },
    monitoring,
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
      enabled: avatars.enabled ?? isProduction,
      urlTemplate: avatars.urlTemplate,
      timeoutMs: durationMs(avatars.timeout),
    },
    localProvider: local,
    log: { ...log, audit: auditFile(log.audit, packageFolder) },
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

const auditFile = (to: string | null, packageFolder: string) =>
  to === null || to === 'stdout' ? to : resolve(packageFolder, to);

const nullIfEmpty = <Item>(items: Item[]) => (items.length > 0 ? items : null);

const seconds = (duration: string) => durationMs(duration) / 1000;

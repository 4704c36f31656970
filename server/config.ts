import { resolve } from 'node:path';

import { keptSecret } from './config/kept-file.ts';
import type { Profile } from './config/profile.ts';
import { usualRates } from './config/profile.ts';
import { durationMs } from './config/values.ts';

/** A whole profile, checked and frozen: the keys of config/profile.ts. Durations are in the unit that their name says. */
export type Config = Frozen<ReturnType<typeof complete>>;

/** One declared sign-in provider of a profile. */
export type ProviderConfig = Config['auth']['providers'][number];

type Frozen<Value> = Value extends object ? { readonly [Key in keyof Value]: Frozen<Value[Key]> } : Value;

type Circumstances = Readonly<{ name: string; isProduction: boolean; packageFolder: string }>;

/**
 * A checked profile with what its schema cannot know: what depends on which profile it is, the machine or the data folder.
 * Makes the secrets that only local and test profiles may lack.
 */
export const completeProfile = (profile: Profile, circumstances: Circumstances): Config =>
  freeze(complete(profile, circumstances));

function complete(profile: Profile, { name, isProduction, packageFolder }: Circumstances) {
  const { http, rates, session, store, tasks, avatars, log } = profile;
  const dataFolder = resolve(packageFolder, profile.data);
  const localProvider = { ...profile.localProvider, enabled: profile.localProvider.enabled ?? !isProduction };
  const localIssuer = localProvider.enabled ? `http://localhost:${localProvider.port}` : null;
  const { clockTolerance, ...auth } = profile.auth;
  return {
    /** The name that PROFILE has chosen. */
    profile: name,
    /** Whether the rules of production apply, as they do in every profile but `local` and `test`. */
    isProduction,
    /** Absolute path of the folder for the embedded database, made secrets and the local provider's keys. */
    dataFolder,
    /** `allowedHosts`: exact Host values, or null for any. */
    http: { ...http, allowedHosts: nullIfEmpty(http.allowedHosts) },
    /** 0: no limit. */
    rates: {
      signInsPerMinute: rates.signInsPerMinute ?? (isProduction ? usualRates.signInsPerMinute : 0),
      requestsPerSecond: rates.requestsPerSecond ?? (isProduction ? usualRates.requestsPerSecond : 0),
    },
    monitoring: profile.monitoring,
    auth: {
      ...auth,
      clockToleranceSeconds: durationMs(clockTolerance) / 1000,
      /** Addresses and `@domain`s that may sign in, or null for everybody whom the provider knows. */
      allowedEmails: nullIfEmpty(auth.allowedEmails),
      // The local provider's client needs a secret that nobody has to choose.
      providers: auth.providers.map((provider) => ({
        ...provider,
        ...(provider.issuer === localIssuer && {
          clientId: provider.clientId ?? 'dueline',
          clientSecret: provider.clientSecret ?? keptSecret(dataFolder, 'local-provider-secret'),
        }),
      })),
    },
    session: {
      secrets: nullIfEmpty(session.secrets) ?? [keptSecret(dataFolder, 'session-secret')],
      extensionSeconds: durationMs(session.extension) / 1000,
      outageGraceSeconds: durationMs(session.outageGrace) / 1000,
      longestSeconds: session.longest === null ? null : durationMs(session.longest) / 1000,
    },
    store: { ...store, url: storeUrl(store.url, packageFolder, dataFolder) },
    tasks: { ...tasks, timeZone: tasks.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone },
    avatars: {
      enabled: avatars.enabled ?? isProduction,
      urlTemplate: avatars.urlTemplate,
      timeoutMs: durationMs(avatars.timeout),
    },
    localProvider,
    log: {
      ...log,
      audit: log.audit === null || log.audit === 'stdout' ? log.audit : resolve(packageFolder, log.audit),
    },
  };
}

/** A relative file of the embedded store lies in the package's folder, wherever the service was started. */
function storeUrl(url: string | null, packageFolder: string, dataFolder: string): string {
  if (url === null) return `sqlite:${resolve(dataFolder, 'dueline.db')}`;
  if (!url.startsWith('sqlite:') || url === 'sqlite::memory:') return url;
  return `sqlite:${resolve(packageFolder, url.slice('sqlite:'.length))}`;
}

const nullIfEmpty = <Item>(items: Item[]) => (items.length > 0 ? items : null);

/** Freezes a value and everything within it. */
function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

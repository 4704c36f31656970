import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { parseDocument } from 'yaml';

import { checkProfile } from './config/check.ts';
import { ConfigError, wholeFileKey } from './config/faults.ts';
import type { Profile } from './config/profile.ts';
import { defaultRates } from './config/profile.ts';
import { durationMs } from './config/values.ts';
import type { Env } from './config/variables.ts';
import { makeFolder } from './folders.ts';

/** A complete profile, checked and read-only: the keys of config/profile.ts, and for each duration a number with its unit in the name. */
export type Config = Fixed<ReturnType<typeof complete>>;

export type ProviderConfig = Config['auth']['providers'][number];

type Fixed<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Fixed<Value[Key]> }
  : Value;

/**
 * Reads the profile that PROFILE names, and makes the secrets that a local profile lacks. CONFIG is the path of a profile file
 * outside config/; with CONFIG alone the profile is `production`. Throws a ConfigError that lists all faults. `reads` is set by
 * commands, which store no new secret; with `data` no secret is read or made.
 */
export function loadConfig({
  env,
  packageFolder,
  reads,
}: Readonly<{ env: Env; packageFolder: string; reads?: 'all' | 'data' }>): Config {
  const { name, path } = profileFile(env, packageFolder);
  if (!/^[\w-]+$/.test(name))
    throw new ConfigError('the environment', [
      { key: 'PROFILE', message: `expected the name of a profile, found ${JSON.stringify(name)}` },
    ]);
  const isProduction = name !== 'local' && name !== 'test';
  const { profile, faults } = checkProfile(parseFile(path), env, isProduction, reads === 'data');
  if (profile === undefined) throw new ConfigError(path, faults);
  const secretIn = (folder: string, file: string) =>
    reads === 'data' ? '' : keptSecret(folder, file, reads === undefined);
  return complete(profile, name, isProduction, packageFolder, secretIn);
}

/** The name and the file of the profile that the environment selects. */
export function profileFile(env: Env, packageFolder: string) {
  const name = env['PROFILE'] || (env['CONFIG'] ? 'production' : 'local');
  const path = env['CONFIG']
    ? resolve(env['CONFIG'])
    : join(packageFolder, 'config', `${name}.yaml`);
  return { name, path };
}

function parseFile(path: string): unknown {
  try {
    const document = parseDocument(readFileSync(path, 'utf8'), {
      prettyErrors: true,
      logLevel: 'error',
    });
    // The parser's own messages quote the line, which may contain a secret.
    const faults = document.errors.map(({ code, linePos }) => ({
      key: `line ${linePos?.[0].line ?? '?'}`,
      message: `is not YAML (${code.toLowerCase().replaceAll('_', ' ')})`,
    }));
    if (faults.length > 0) throw new ConfigError(path, faults);
    return document.toJS();
  } catch (error) {
    if (!(error instanceof Error) || error instanceof ConfigError) throw error;
    // toJS throws a ReferenceError for an alias without its anchor, and for too many aliases.
    const isAlias = error instanceof ReferenceError;
    const message = isAlias
      ? 'has aliases that cannot be resolved'
      : `cannot be read: ${error.message}`;
    throw new ConfigError(path, [{ key: wholeFileKey, message }]);
  }
}

/**
 * Completes a checked profile with the values that depend on its name, the machine or the data folder. Makes the secrets that
 * only local and test profiles may lack.
 */
function complete(
  profile: Profile,
  name: string,
  isProduction: boolean,
  packageFolder: string,
  secretIn: (folder: string, file: string) => string,
) {
  const { http, rates, auth, session, store, tasks, avatars, log } = profile;
  const dataFolder = resolve(packageFolder, profile.data);
  const usualRates = isProduction ? defaultRates : noRates;
  const localProvider = {
    ...profile.localProvider,
    enabled: profile.localProvider.enabled ?? !isProduction,
  };
  return {
    profile: name,
    /** true in every profile except `local` and `test`: the rules of production apply. */
    isProduction,
    /** Absolute path of the folder for the embedded database, generated secrets and the local provider's keys. */
    dataFolder,
    /** `allowedHosts`: exact Host values; null allows any host. */
    http: { ...http, allowedHosts: nullIfEmpty(http.allowedHosts) },
    /** 0: no limit. */
    rates: {
      signInsPerMinute: rates.signInsPerMinute ?? usualRates.signInsPerMinute,
      requestsPerSecond: rates.requestsPerSecond ?? usualRates.requestsPerSecond,
    },
    monitoring: profile.monitoring,
    auth: {
      ...auth,
      clockToleranceSeconds: durationMs(auth.clockTolerance) / 1000,
      /** Addresses and `@domain`s that may sign in; null admits everybody whom the provider authenticates. */
      allowedEmails: nullIfEmpty(auth.allowedEmails),
      /** Groups whose members may sign in; null requires no group. */
      allowedGroups: nullIfEmpty(auth.allowedGroups),
      providers: auth.providers.map((provider) =>
        isLocal(provider, localProvider)
          ? withCredentials(provider, () => secretIn(dataFolder, 'local-provider-secret'))
          : provider,
      ),
    },
    session: {
      ...session,
      secrets: nullIfEmpty(session.secrets) ?? [secretIn(dataFolder, 'session-secret')],
      extensionSeconds: wholeSeconds(session.extension),
      outageGraceSeconds: wholeSeconds(session.outageGrace),
      longestSeconds: session.longest === null ? null : wholeSeconds(session.longest),
    },
    store: { ...store, url: storeUrl(store.url, packageFolder, dataFolder) },
    tasks: {
      ...tasks,
      timeZone: tasks.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    avatars: {
      ...avatars,
      enabled: avatars.enabled ?? isProduction,
      timeoutMs: durationMs(avatars.timeout),
    },
    localProvider,
    log: { ...log, audit: auditPath(log.audit, packageFolder) },
  };
}

const noRates: typeof defaultRates = { signInsPerMinute: 0, requestsPerSecond: 0 };

type Provider = Profile['auth']['providers'][number];

const isLocal = (
  { issuer }: Provider,
  { enabled, port }: Readonly<{ enabled: boolean; port: number }>,
): boolean => enabled && issuer === `http://localhost:${port}`;

/** The local provider needs a client secret, but nobody has to choose one. */
const withCredentials = (provider: Provider, makeSecret: () => string): Provider => ({
  ...provider,
  clientId: provider.clientId ?? 'dueline',
  clientSecret: provider.clientSecret ?? makeSecret(),
});

/** A relative path of the audit log is resolved in the package folder. */
function auditPath(audit: string | null, packageFolder: string): string | null {
  if (audit === null || audit === 'stdout') return audit;
  return resolve(packageFolder, audit);
}

/** A relative path of the embedded store is resolved in the package folder, not in the working directory. */
function storeUrl(url: string | null, packageFolder: string, dataFolder: string): string {
  if (url === null) return `sqlite:${resolve(dataFolder, 'dueline.db')}`;
  if (!url.startsWith('sqlite:') || url === 'sqlite::memory:') return url;
  return `sqlite:${resolve(packageFolder, url.slice('sqlite:'.length))}`;
}

/** Session times are whole seconds. */
const wholeSeconds = (duration: string) => Math.ceil(durationMs(duration) / 1000);

const nullIfEmpty = <Item>(items: Item[]) => (items.length > 0 ? items : null);

/**
 * Reads the secret in this file of the folder, or makes one of 32 random bytes and stores it, readable only by the owner. Without
 * `mayWrite` a new secret is not stored. Throws a ConfigError for an incomplete secret, and the system's error if the file is unusable.
 */
export function keptSecret(folder: string, name: string, mayWrite = true): string {
  const path = join(folder, name);
  if (!existsSync(path)) {
    const made = randomBytes(32).toString('base64url');
    if (!mayWrite) return made;
    makeFolder(folder);
    try {
      writeFileSync(path, `${made}\n`, { mode: 0o600, flag: 'wx', flush: true });
    } catch (error) {
      // Another process has created the file first.
      if (!existsSync(path)) throw error;
    }
  }
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length >= 32) return secret;
  throw new ConfigError(path, [
    { key: wholeFileKey, message: 'holds no whole secret; remove it and start again' },
  ]);
}

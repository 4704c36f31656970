import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';

import type { Config, ProviderConfig } from '../config.ts';
import { keptSecret } from './kept-secret.ts';
import type { Profile } from './profile.ts';
import { durationMs } from './values.ts';

type Circumstances = Readonly<{
  profile: string;
  environment: Config['environment'];
  packageFolder: string;
}>;

/** A checked profile with every default filled in. Makes the secrets that only local and test profiles may lack. */
export function completeProfile(profile: Profile, circumstances: Circumstances): Config {
  const { environment, packageFolder } = circumstances;
  const { http, auth, session, store, tasks, avatars, log } = profile;
  const dataFolder = resolve(packageFolder, profile.data ?? 'data');
  const localProvider = {
    enabled: profile.localProvider?.enabled ?? environment !== 'production',
    port: profile.localProvider?.port ?? 9080,
    users: (profile.localProvider?.users ?? []).map((user) => ({ picture: null, ...user })),
  };
  return {
    profile: circumstances.profile,
    environment,
    dataFolder,
    http: {
      host: http?.host ?? '127.0.0.1',
      port: http?.port ?? 8080,
      trustedProxies: http?.trustedProxies ?? [],
      allowedHosts: http?.allowedHosts?.length ? http.allowedHosts : null,
      publicScheme: http?.publicScheme ?? null,
      hstsIncludeSubDomains: http?.hstsIncludeSubDomains ?? false,
      workers: http?.workers === 'auto' ? availableParallelism() : (http?.workers ?? 1),
    },
    auth: {
      enabled: auth.enabled ?? true,
      tenant: auth.tenant,
      postLoginPath: auth.postLoginPath ?? '/',
      clockToleranceSeconds: seconds(auth.clockTolerance ?? '30s'),
      allowedEmails: auth.allowedEmails?.length ? auth.allowedEmails : null,
      requireVerifiedEmail: auth.requireVerifiedEmail ?? false,
      providers: auth.providers.map((provider) => completeProvider(provider, localProvider, dataFolder)),
    },
    session: {
      secrets: session?.secrets?.length ? session.secrets : [keptSecret(dataFolder, 'session-secret')],
      extensionSeconds: seconds(session?.extension ?? '8h'),
      outageGraceSeconds: seconds(session?.outageGrace ?? '10m'),
      longestSeconds: session?.longest === undefined ? null : seconds(session.longest),
    },
    store: { url: storeUrl(store?.url, packageFolder, dataFolder), poolSize: store?.poolSize ?? 10 },
    tasks: {
      timeZone: tasks?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
      mostPerPerson: tasks?.mostPerPerson ?? 10_000,
    },
    avatars: {
      enabled: avatars?.enabled ?? environment === 'production',
      urlTemplate: avatars?.urlTemplate ?? 'https://www.gravatar.com/avatar/{hash}?s=96&d=404',
      timeoutMs: durationMs(avatars?.timeout ?? '1s'),
    },
    localProvider,
    log: { level: log?.level ?? 'info' },
  };
}

/** The local provider's client needs a secret that nobody has to think of. */
function completeProvider(
  provider: Profile['auth']['providers'][number],
  localProvider: Config['localProvider'],
  dataFolder: string,
): ProviderConfig {
  const isLocalProvider =
    localProvider.enabled && provider.issuer === `http://localhost:${localProvider.port}`;
  return {
    id: provider.id,
    label: provider.label,
    issuer: provider.issuer,
    clientId: provider.clientId ?? (isLocalProvider ? 'dueline' : null),
    clientSecret:
      provider.clientSecret ?? (isLocalProvider ? keptSecret(dataFolder, 'local-provider-secret') : null),
    tokenEndpointAuthMethod: provider.tokenEndpointAuthMethod ?? null,
    revokeAtSignOut: provider.revokeAtSignOut ?? false,
    scopes: provider.scopes ?? ['openid', 'email', 'profile'],
    authorizationParameters: provider.authorizationParameters ?? {},
  };
}

/** A relative file of the embedded store lies in the package's folder, wherever the service was started. */
function storeUrl(url: string | undefined, packageFolder: string, dataFolder: string): string {
  if (url === undefined) return `sqlite:${resolve(dataFolder, 'dueline.db')}`;
  if (!url.startsWith('sqlite:') || url === 'sqlite::memory:') return url;
  return `sqlite:${resolve(packageFolder, url.slice('sqlite:'.length))}`;
}

const seconds = (duration: string) => durationMs(duration) / 1000;

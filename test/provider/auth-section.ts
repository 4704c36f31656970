import { join } from 'node:path';

import { loadConfig } from '../../server/config.ts';
import type { Config, ProviderConfig } from '../../server/config.ts';
import type { TestProvider } from './provider.ts';

/** What the tests of one process share, each with sections of its own over it: test/profile.yaml and the defaults. */
export const testConfig = loadConfig({
  env: { PROFILE: 'test', CONFIG: join(import.meta.dirname, '../profile.yaml') },
  packageFolder: '/nonexistent',
});

const [declared] = testConfig.auth.providers;
if (declared === undefined) throw new Error('test/profile.yaml declares no provider');

/** A declared provider with every key of a profile: tests name only the keys that they are about. */
export const declaredProvider: ProviderConfig = declared;

/** The `auth` section of a profile whose tenant is this provider, declared otherwise where `changed` says so. */
export function authSection(
  { issuer, clientId, clientSecret }: TestProvider,
  changed: Partial<ProviderConfig> = {},
): Config['auth'] {
  return {
    ...testConfig.auth,
    providers: [{ ...declaredProvider, issuer, clientId, clientSecret, ...changed }],
  };
}

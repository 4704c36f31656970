import type { Config, ProviderConfig } from '../../server/config.ts';
import type { TestProvider } from './provider.ts';

/** The `auth` section of a profile whose tenant is this provider, declared otherwise where `declared` says so. */
export function authSection(
  { issuer, clientId, clientSecret }: TestProvider,
  declared: Partial<ProviderConfig> = {},
): Config['auth'] {
  return {
    enabled: true,
    tenant: 'test',
    postLoginPath: '/',
    clockToleranceSeconds: 30,
    providers: [
      {
        id: 'test',
        label: 'Test',
        issuer,
        clientId,
        clientSecret,
        tokenEndpointAuthMethod: 'client_secret_basic',
        scopes: ['openid', 'email', 'profile'],
        authorizationParameters: {},
        ...declared,
      },
    ],
  };
}

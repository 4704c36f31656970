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
    allowedEmails: null,
    requireVerifiedEmail: false,
    providers: [
      {
        id: 'test',
        label: 'Test',
        issuer,
        clientId,
        clientSecret,
        tokenEndpointAuthMethod: null,
        revokeAtSignOut: false,
        scopes: ['openid', 'email', 'profile'],
        authorizationParameters: {},
        ...declared,
      },
    ],
  };
}

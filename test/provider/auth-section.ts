import type { Config, ProviderConfig } from '../../server/config.ts';
import type { TestProvider } from './provider.ts';

/** A declared provider with every key of a profile: tests name only the keys that they are about. */
export const declaredProvider: ProviderConfig = {
  id: 'test',
  label: 'Test',
  issuer: 'https://id.example.com',
  clientId: 'id',
  clientSecret: 'secret',
  tokenEndpointAuthMethod: null,
  revokeAtSignOut: false,
  signOutAtProvider: false,
  backchannelLogout: false,
  scopes: ['openid', 'email', 'profile'],
  authorizationParameters: {},
};

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
    allowedGroups: null,
    groupsClaim: 'groups',
    requireVerifiedEmail: false,
    providers: [{ ...declaredProvider, issuer, clientId, clientSecret, ...declared }],
  };
}

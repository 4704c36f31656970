import type { AuthProvidersResponse } from '../../contract/auth.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { Config, ProviderConfig } from '../config.ts';

/** The one provider that people can sign in with: enabled, the profile's tenant, with client id and secret. */
export type Tenant = ProviderConfig & Readonly<{ clientId: string; clientSecret: string }>;

/** The path at which the provider may end sessions, if the profile allows it. */
export const backchannelLogoutPath = '/api/auth/backchannel-logout';

/** Every declared provider, usable or not (specification, Provider list rules; pure). */
export function listProviders(auth: Config['auth']): AuthProvidersResponse {
  const tenant = usableTenant(auth);
  return {
    enabled: auth.enabled,
    providers: auth.providers.map(({ id, label, issuer }) => {
      const available = id === tenant?.id;
      return { id, label, available, loginUrl: available ? endpoints.login.path : null, issuer };
    }),
  };
}

/** The provider that the profile names as its tenant, usable or not (pure). */
export function declaredTenant(auth: Config['auth']): ProviderConfig | undefined {
  return auth.providers.find(({ id }) => id === auth.tenant);
}

/** The usable tenant, or undefined when sign-in is not configured (pure). */
export function usableTenant(auth: Config['auth']): Tenant | undefined {
  const declared = declaredTenant(auth);
  if (!auth.enabled || !declared?.clientId || !declared.clientSecret) return undefined;
  return { ...declared, clientId: declared.clientId, clientSecret: declared.clientSecret };
}

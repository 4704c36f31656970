import type { AuthProvidersResponse } from '../../contract/auth.ts';

/** A provider that one can really go to. */
export type UsableProvider = {
  readonly id: string;
  readonly label: string;
  readonly loginUrl: string;
  /** Where the credentials will be asked for, for the eye. */
  readonly host: string;
};

/** The available providers whose login address is of this very origin; the address is data, not to be trusted. */
export function usableProviders(list: AuthProvidersResponse, origin: string): readonly UsableProvider[] {
  if (!list.enabled) return [];
  return list.providers.flatMap(({ id, label, available, loginUrl, issuer }) => {
    const login =
      available && loginUrl !== null && URL.canParse(loginUrl, origin) ? new URL(loginUrl, origin) : null;
    if (login?.origin !== origin || !/^https?:$/.test(login.protocol)) return [];
    return [{ id, label, loginUrl: login.pathname + login.search, host: hostOf(issuer) }];
  });
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

import type { AuthProvidersResponse } from '../../contract/auth.ts';

export type Arrival = 'cancelled' | 'failed';

/** Why a sign-in has failed, from the address to which the callback redirects, and that address without it. */
export function readArrival(address: string): { arrival: Arrival | null; cleaned: string } {
  const url = new URL(address);
  const told = url.searchParams.get('signin');
  url.searchParams.delete('signin');
  const arrival = told === 'cancelled' || told === 'failed' ? told : null;
  return { arrival, cleaned: url.href };
}

/**
 * The available providers whose login address has this origin; addresses of the response are not trusted. `host` asks for the
 * credentials; null for this machine itself.
 */
export function usableProviders({ enabled, providers }: AuthProvidersResponse, origin: string) {
  return providers.flatMap(({ id, label, available, loginUrl, issuer }) => {
    const isOpen = enabled && available && loginUrl !== null && URL.canParse(loginUrl, origin);
    const login = isOpen ? new URL(loginUrl, origin) : null;
    if (login?.origin !== origin || !/^https?:$/.test(login.protocol)) return [];
    return [{ id, label, loginUrl: login.pathname + login.search, host: hostOf(issuer) }];
  });
}

function hostOf(address: string): string | null {
  if (!URL.canParse(address)) return address;
  const { host, hostname } = new URL(address);
  return /^(localhost|127\.[\d.]+|\[::1\])$|\.localhost$/.test(hostname) ? null : host;
}

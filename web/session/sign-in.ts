import type { AuthProvidersResponse } from '../../contract/auth.ts';
import { loginPath } from '../service/service.shapes.ts';

const arrivals = ['cancelled', 'failed', 'later'] as const;
export type Arrival = (typeof arrivals)[number];

/** Reads the reason of a failed sign-in from the address that the callback redirects to; `cleaned` is without it. */
export function readArrival(address: string): { arrival: Arrival | null; cleaned: string } {
  const url = new URL(address);
  const reason = url.searchParams.get('signin');
  url.searchParams.delete('signin');
  const arrival = arrivals.find((each) => each === reason) ?? null;
  return { arrival, cleaned: url.href };
}

/**
 * The available providers whose login address has this origin: addresses in the response are not trusted. `host` is the host of
 * the provider's sign-in page, or null for this machine.
 */
export function usableProviders({ enabled, providers }: AuthProvidersResponse, origin: string) {
  return providers.flatMap(({ id, label, available, loginUrl, issuer }) => {
    const login = enabled && available && loginUrl !== null ? URL.parse(loginUrl, origin) : null;
    if (login?.origin !== origin || !/^https?:$/.test(login.protocol)) return [];
    return [{ id, label, loginUrl: login.pathname + login.search, host: hostOf(issuer) }];
  });
}

function hostOf(address: string): string | null {
  const { host, hostname } = URL.parse(address) ?? { host: address, hostname: address };
  if (/^(localhost|127\.[\d.]+|\[::1\])$|\.localhost$/.test(hostname)) return null;
  return host;
}

/** True when a press on this begins a sign-in. */
export const isSignInLink = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a')?.pathname === loginPath;

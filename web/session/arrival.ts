export type Arrival = 'cancelled' | 'failed';

/** Why a sign-in has failed, from the address to which the callback redirects, and that address without it. */
export function readArrival(address: string): { arrival: Arrival | null; cleaned: string } {
  const url = new URL(address);
  const told = url.searchParams.get('signin');
  url.searchParams.delete('signin');
  const arrival = told === 'cancelled' || told === 'failed' ? told : null;
  return { arrival, cleaned: url.href };
}

import type { Shape } from './shape.ts';

/** All that the browser's cache has of a person. */
const cacheName = 'dueline-list';

/** One cache, also after it was removed. */
export type KeptResponses = { put: (address: string, response: Response) => Promise<void> };

/** The part of the browser's cache that is used. */
export type Caches = {
  open: (name: string) => Promise<KeptResponses>;
  match: (address: string, options: { cacheName: string }) => Promise<Response | undefined>;
  delete: (name: string) => Promise<boolean>;
};

/** What is kept under an address, or null when there is nothing or it does not fit. */
export async function readKept<T>(
  caches: Caches | undefined,
  address: string,
  shape: Shape<T>,
): Promise<T | null> {
  try {
    const response = await caches?.match(address, { cacheName });
    const kept: unknown = await response?.json();
    return shape.fits(kept) ? kept : null;
  } catch {
    return null;
  }
}

export const openKept = (caches: Caches): Promise<KeptResponses> => caches.open(cacheName);

/** Nothing of a person stays. */
export const forgetKept = (caches: Caches): Promise<boolean> => caches.delete(cacheName);

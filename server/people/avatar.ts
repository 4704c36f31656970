import { hash } from 'node:crypto';

import type { Config } from '../config.ts';
import { makeLruMap } from '../lru-map.ts';
import type { World } from '../world.ts';

type Parts = Omit<Config['avatars'], 'timeout'> & Pick<World, 'fetch' | 'nowMs'>;

/**
 * Finds pictures for people whose provider supplied none, at `urlTemplate`, where {hash} is the SHA-256 of the trimmed and lower-cased
 * email in hex. Results are cached by email; requests that arrive together share one lookup; no lookup takes longer than `timeoutMs`.
 */
export function makePictureFor({ enabled, urlTemplate, timeoutMs, fetch, nowMs }: Parts) {
  const lookups = makeLruMap<string, Lookup>(mostLookups);

  /** The address of an existing avatar, or null, also when the lookup fails, takes too long or is disabled. Never rejects. */
  return async (email: string): Promise<string | null> => {
    if (!enabled) return null;
    const known = lookups.get(email);
    if (known !== undefined && nowMs() < known.untilMs) return known.picture;
    const digest = hash('sha256', email.trim().toLowerCase(), 'hex');
    const picture = confirm(fetch, urlTemplate.replaceAll('{hash}', digest), timeoutMs);
    lookups.set(email, { picture, untilMs: nowMs() + keptMs });
    return picture;
  };
}

type Lookup = Readonly<{ picture: Promise<string | null>; untilMs: number }>;

const mostLookups = 5000;
/** Long enough to save most lookups, and short enough for a picture to appear soon after the avatar service has recovered. */
const keptMs = 10 * 60 * 1000;

/** The address, if the avatar service confirms that it exists. */
async function confirm(
  fetchUrl: typeof fetch,
  url: string,
  timeoutMs: number,
): Promise<string | null> {
  try {
    const { status } = await fetchUrl(url, {
      method: 'HEAD',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (status === 200) return url;
    return null;
  } catch {
    // A failed lookup yields no picture and never an error (specification, rule 5).
    return null;
  }
}

import { hash } from 'node:crypto';

import type { Config } from '../config.ts';

/** Finds a picture for people whose provider supplied none. */
export type Avatars = ReturnType<typeof makeAvatars>;

type Parts = Config['avatars'] & Readonly<{ fetch: typeof fetch; nowMs: () => number }>;

/**
 * Looks avatars up at `urlTemplate`, where {hash} is the SHA-256 of the trimmed and lower-cased email in hex. Answers are
 * cached by email; requests that arrive together share one lookup; none takes longer than `timeoutMs`.
 */
export function makeAvatars({ enabled, urlTemplate, timeoutMs, fetch, nowMs }: Parts) {
  const lookups = new Map<string, Lookup>();

  const remember = (email: string, picture: Lookup['picture'], forMs: number) => {
    lookups.delete(email);
    const oldest = lookups.keys().next();
    if (lookups.size >= mostLookups && !oldest.done) lookups.delete(oldest.value);
    lookups.set(email, { picture, untilMs: nowMs() + forMs });
  };

  const lookUp = async (email: string): Promise<string | null> => {
    const url = avatarUrl(urlTemplate, email);
    const exists = await ask(fetch, url, timeoutMs);
    const picture = exists === true ? url : null;
    if (exists !== undefined) remember(email, Promise.resolve(picture), answerKeptMs);
    return picture;
  };

  return {
    /** Address of an avatar that exists, or null: none, unknown, too slow, failing or switched off. Never rejects. */
    pictureFor: (email: string): Promise<string | null> => {
      if (!enabled) return Promise.resolve(null);
      const known = lookups.get(email);
      if (known !== undefined && nowMs() < known.untilMs) return known.picture;
      const picture = lookUp(email);
      remember(email, picture, failureKeptMs);
      return picture;
    },
  };
}

type Lookup = Readonly<{ picture: Promise<string | null>; untilMs: number }>;

const mostLookups = 5000;
const answerKeptMs = 60 * 60 * 1000;
/** Longer than any lookup takes, and short enough for a picture to appear soon after the service has recovered. */
const failureKeptMs = 60 * 1000;

function avatarUrl(urlTemplate: string, email: string): string {
  const digest = hash('sha256', email.trim().toLowerCase(), 'hex');
  return urlTemplate.replaceAll('{hash}', digest);
}

/** undefined: the service did not say. */
async function ask(fetchUrl: typeof fetch, url: string, timeoutMs: number): Promise<boolean | undefined> {
  try {
    const { status } = await fetchUrl(url, { method: 'HEAD', signal: AbortSignal.timeout(timeoutMs) });
    if (status === 200) return true;
    return status === 404 || status === 410 ? false : undefined;
  } catch {
    // A failed lookup yields no picture and never an error (specification, rule 5).
    return undefined;
  }
}

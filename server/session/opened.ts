import type { SealedSession } from './session.ts';

type Open = (sealed: string) => SealedSession | undefined;

/**
 * Caches the last 1000 sessions that `open` has opened, because a page sends many requests with one cookie. Sessions whose
 * ID token has expired are removed first: a renewed one has replaced them. The cache does not know whether a session has
 * ended: check on every request.
 */
export function cacheOpened(open: Open, nowSeconds: () => number): Open {
  const openedByTag = new Map<string, SealedSession>();

  function makeRoom(): void {
    // The oldest come first; they expire in about this order.
    for (const [tag, { session }] of openedByTag) {
      if (openedByTag.size < mostOpened && nowSeconds() < session.expiresAtSeconds) return;
      openedByTag.delete(tag);
    }
  }

  return (sealed) => {
    // The authentication tag at the end serves as a hash of the whole, at no cost. Only the owner of the whole cookie has
    // its tag, and the whole text is compared.
    const tag = sealed.slice(-tagCharacters);
    const known = openedByTag.get(tag);
    if (known?.sealed === sealed) return known;

    const opened = open(sealed);
    if (opened !== undefined) {
      makeRoom();
      openedByTag.set(tag, opened);
    }
    return opened;
  };
}

/** 128 bits in base64url. */
const tagCharacters = 22;
// About 10 KB each, more with the tokens of some providers. With fewer entries than active people each session is opened
// again and again, and survives until a full garbage collection.
const mostOpened = 1000;

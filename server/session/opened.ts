import type { SealedSession } from './session.ts';

type Open = (sealed: string) => SealedSession | undefined;

/**
 * Opens as `open` does and remembers the last 5000 sessions that it opened, because a page asks many times with one cookie.
 * Those whose ID token has expired make room first: they have a successor by now. Whether a session has ended is not its
 * business: ask on every request.
 */
export function rememberOpened(open: Open, nowSeconds: () => number): Open {
  const openedByTag = new Map<string, SealedSession>();

  function makeRoom(): void {
    // The oldest first; they expire in about this order.
    for (const [tag, { session }] of openedByTag) {
      if (openedByTag.size < mostOpened && nowSeconds() < session.expiresAtSeconds) return;
      openedByTag.delete(tag);
    }
  }

  return (sealed) => {
    // The authentication tag at the end is as good as a hash of the whole, and costs nothing. Only who has the whole
    // cookie has its tag, and nothing but the whole is taken.
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
// Some 2 KB each, and more with the tokens of some providers. With fewer than there are people at work each is opened
// anew, lives until it is old, and is then left to a full collection.
const mostOpened = 5000;

import type { SealedSession } from './session.ts';

type Open = (sealed: string) => SealedSession | undefined;

/**
 * Opens as `open` does and remembers the last 5000 sessions that it opened, because a page asks many times with one cookie.
 * Whether a session has ended is not its business: ask on every request.
 */
export function rememberOpened(open: Open): Open {
  const openedByTag = new Map<string, SealedSession>();

  return (sealed) => {
    // The authentication tag at the end is as good as a hash of the whole, and costs nothing. Only who has the whole
    // cookie has its tag, and nothing but the whole is taken.
    const tag = sealed.slice(-tagCharacters);
    const known = openedByTag.get(tag);
    if (known?.sealed === sealed) return known;

    const opened = open(sealed);
    if (opened !== undefined) {
      openedByTag.set(tag, opened);
      const oldest = openedByTag.keys().next();
      if (openedByTag.size > mostOpened && !oldest.done) openedByTag.delete(oldest.value);
    }
    return opened;
  };
}

/** 128 bits in base64url. */
const tagCharacters = 22;
// Some 2 KB each, and more with the tokens of some providers. With fewer than there are people at work each is opened
// anew, lives until it is old, and is then left to a full collection.
const mostOpened = 5000;

import type { Headers } from '../http/cookie.ts';
import { setCookies } from '../http/cookie.ts';
import type { Problem } from '../http/problems.ts';
import { isOwnName, joinCookies, sessionCookiePrefix, splitIntoCookies } from './chunks.ts';
import { matchesCompanion } from './companion.ts';
import { revocableOf } from './revocation.ts';
import type { BrowserRequest } from './request-context.ts';
import { isSecure } from './request-context.ts';
import type { Sealer } from './seal.ts';
import { openSession } from './seal.ts';
import type { Identity, OpenedSession, SealedSession } from './session.ts';
import { sessionPhase } from './session.ts';

export type SessionCookies = ReturnType<typeof makeSessionCookies>;

type Parts = Readonly<{
  sealer: Sealer;
  nowMs: () => number;
  identify: (idToken: string) => Identity | Problem;
  /** The email of an ID token, whether or not the person is let in. */
  emailOf: (idToken: string) => string | undefined;
}>;

/** Reads and writes `q_session` and its chunks, with Path=/. */
export function makeSessionCookies({ sealer, nowMs, identify, emailOf }: Parts) {
  const nowSeconds = () => Math.floor(nowMs() / 1000);
  const open = keepOpened((sealed) => {
    const found = openSession(sealer, sealed);
    return found && describe(found);
  }, nowSeconds);

  function describe(sealed: SealedSession): OpenedSession {
    const { idToken } = sealed.session.tokens;
    return {
      ...sealed,
      identity: identify(idToken),
      revocable: revocableOf(sealed.session, emailOf(idToken)),
    };
  }

  function set(
    context: BrowserRequest,
    reply: Headers,
    written: SealedSession | null,
    expires: IsName,
  ): void {
    const cookies = written === null ? [] : splitIntoCookies(written.sealed);
    const lifetimeSeconds = Math.max(0, (written?.session.endsAtSeconds ?? 0) - nowSeconds());
    const kept = new Set(cookies.map(({ name }) => name));
    const sent = new Set(context.cookies.map(({ name }) => name));
    const gone = [...sent].filter((name) => expires(name) && !kept.has(name));
    const attributes = { path: '/', secure: isSecure(context) };
    setCookies(reply, [
      ...gone.map((name) => ({ name, value: '', maxAgeSeconds: 0, ...attributes })),
      ...cookies.map((cookie) => ({ ...cookie, maxAgeSeconds: lifetimeSeconds, ...attributes })),
    ]);
  }

  return {
    /** The session of a request, fresh or renewable. undefined: none was sent, or it is damaged, ended or of another browser. */
    read(context: BrowserRequest): OpenedSession | undefined {
      const sealed = joinCookies(context.cookies);
      const opened = sealed === undefined ? undefined : open(sealed);
      if (opened === undefined || sessionPhase(opened.session, nowSeconds()) === 'ended') return undefined;
      return matchesCompanion(context, opened.session.signIn.companion) ? opened : undefined;
    },
    describe,
    /** Sets the session and expires every other session cookie of ours that the browser sent. */
    write: (context: BrowserRequest, reply: Headers, written: SealedSession) =>
      set(context, reply, written, isOwnName),
    /** Expires every cookie whose name begins with `q_session` (specification, rule 4). */
    expireAll: (context: BrowserRequest, reply: Headers) =>
      set(context, reply, null, (name) => name.startsWith(sessionCookiePrefix)),
  };
}

type IsName = (name: string) => boolean;

type Open = (sealed: string) => OpenedSession | undefined;

/** 128 bits in base64url. */
const tagCharacters = 22;
// About 10 KB each, more with the tokens of some providers. With fewer entries than active people each session is opened
// again and again, and survives until a full garbage collection.
const mostOpened = 1000;

/**
 * Keeps the last 1000 sessions that `open` has opened, because a page sends many requests with one cookie. Sessions whose
 * ID token has expired are removed first. Whether a session has ended is not known here: it is asked on every request.
 */
function keepOpened(open: Open, nowSeconds: () => number): Open {
  const openedByTag = new Map<string, OpenedSession>();

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

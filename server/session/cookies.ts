import type { Cookie, Headers } from '../http/cookie.ts';
import { expireCookies, setCookies } from '../http/cookie.ts';
import type { Problem } from '../http/problems.ts';
import { makeLruMap } from '../lru-map.ts';
import { isSameBrowser } from './companion.ts';
import type { BrowserRequest } from './request-context.ts';
import { isSecure } from './request-context.ts';
import type { Names } from './revocations.ts';
import { revocableOf } from './revocations.ts';
import type { Sealer } from './seal.ts';
import { openSession } from './seal.ts';
import type { Identity, OpenedSession, SealedSession } from './session.ts';
import { sessionPhase } from './session.ts';

/** Every cookie of the session has a name that begins with this (specification, rule 4). */
const prefix = 'q_session';

/** Characters of one cookie's value; browsers take 4096 for name and value together. */
export const largestValue = 4056;

/** The most chunks that are read. */
const mostChunks = 16;

/** The most chunks that are written: they fit into request headers of 32,768 bytes, with 4 KB left for other headers. */
export const mostChunksToWrite = 7;

const chunkName = (number: number): string => `${prefix}_chunk_${number}`;
const ownNames = new Set([
  prefix,
  ...Array.from({ length: mostChunks }, (_, index) => chunkName(index + 1)),
]);

/** Whether the service itself sets a cookie of this name. */
export const isOwnName = (name: string): boolean => ownNames.has(name);

/** Whether a request can send the cookies of a sealed session back (pure). With larger cookies the browser could not even sign out. */
export const fitsIntoCookies = (sealed: string): boolean =>
  sealed.length <= mostChunksToWrite * largestValue;

/** The cookies that carry a sealed session: `q_session` alone, or only chunks numbered from 1 (pure). */
export function splitIntoCookies(sealed: string): Cookie[] {
  if (sealed.length <= largestValue) return [{ name: prefix, value: sealed }];
  return Array.from({ length: Math.ceil(sealed.length / largestValue) }, (_, index) => ({
    name: chunkName(index + 1),
    value: sealed.slice(index * largestValue, (index + 1) * largestValue),
  }));
}

/**
 * The sealed text in the cookies (pure): `q_session`, or chunks from 1 on in any order. Both together, or two cookies of one
 * name, are damage: another site has set one of them, and the two cannot be told apart. The seal detects other damage.
 */
export function joinCookies(cookies: readonly Cookie[]): string | undefined {
  /** null for a name that was sent twice. */
  const values = new Map<string, string | null>();
  for (const { name, value } of cookies)
    if (isOwnName(name)) values.set(name, values.has(name) ? null : value);
  const whole = values.get(prefix);
  if (whole !== undefined) return values.size === 1 && whole !== null ? whole : undefined;
  let sealed = '';
  for (let number = 1; number <= mostChunks; number += 1) {
    const chunk = values.get(chunkName(number));
    if (!chunk) break;
    sealed += chunk;
    // Only the last chunk is shorter; any chunk after it belongs to a longer, earlier session.
    if (chunk.length < largestValue) break;
  }
  if (sealed === '') return undefined;
  return sealed;
}

export type SessionCookies = ReturnType<typeof makeSessionCookies>;

type CookieParts = Readonly<{
  sealer: Sealer;
  nowMs: () => number;
  identify: (idToken: string) => Identity | Problem;
  /** The names in an ID token, also when the person is refused. */
  namesOf: (idToken: string) => Names;
}>;

/** 128 bits in base64url. */
const tagCharacters = 22;
// About 10 KB each, more with the tokens of some providers. With fewer entries than active people each session is opened again
// and again, and its memory is freed only by a full garbage collection.
const mostOpened = 1000;

/** Reads and writes `q_session` and its chunks, with Path=/. */
export function makeSessionCookies({ sealer, nowMs, identify, namesOf }: CookieParts) {
  const nowSeconds = () => Math.floor(nowMs() / 1000);
  /**
   * A cache of the last 1000 sessions that were opened, because a page sends many requests with one cookie. The key is the
   * authentication tag at the end of the text, which serves as its hash at no cost; the whole text is compared, too. The cache
   * does not know whether a session has ended: every request checks that.
   */
  const openedSessions = makeLruMap<string, OpenedSession>(mostOpened);

  function open(sealed: string): OpenedSession | undefined {
    const tag = sealed.slice(-tagCharacters);
    const known = openedSessions.get(tag);
    if (known?.sealed === sealed) return known;
    const found = openSession(sealer, sealed);
    const opened = found && describe(found);
    if (opened !== undefined) openedSessions.set(tag, opened);
    return opened;
  }

  const describe = (sealed: SealedSession): OpenedSession => {
    const { idToken } = sealed.session.tokens;
    const revocable = revocableOf(sealed.session, namesOf(idToken));
    return { ...sealed, identity: identify(idToken), revocable };
  };

  const expire = (request: BrowserRequest, isGone: (name: string) => boolean) =>
    expireCookies(request.cookies.map(({ name }) => name).filter(isGone), '/', isSecure(request));

  return {
    /** The session of a request, fresh or renewable. undefined: none was sent, or it is damaged, has ended or is of another browser. */
    read(request: BrowserRequest): OpenedSession | undefined {
      const sealed = joinCookies(request.cookies);
      const opened = sealed === undefined ? undefined : open(sealed);
      if (opened === undefined || sessionPhase(opened.session, nowSeconds()) === 'ended')
        return undefined;
      if (isSameBrowser(request, opened.session.signIn.companion)) return opened;
      return undefined;
    },
    describe,
    /** Sets the cookies of the session and expires every other session cookie of ours that the browser sent. */
    write(request: BrowserRequest, reply: Headers, { sealed, session }: SealedSession): void {
      const cookies = splitIntoCookies(sealed);
      const written = new Set(cookies.map(({ name }) => name));
      const maxAgeSeconds = Math.max(0, session.endsAtSeconds - nowSeconds());
      const attributes = { maxAgeSeconds, path: '/', secure: isSecure(request) };
      setCookies(reply, [
        ...expire(request, (name) => isOwnName(name) && !written.has(name)),
        ...cookies.map((cookie) => ({ ...cookie, ...attributes })),
      ]);
    },
    /** Expires every cookie whose name begins with `q_session` (specification, rule 4). */
    expireAll: (request: BrowserRequest, reply: Headers): void =>
      setCookies(
        reply,
        expire(request, (name) => name.startsWith(prefix)),
      ),
  };
}

import type { Session } from './session.ts';

/** A session as compact text. JSON rather than a separator: a token may contain any printable character (RFC 6749, A.12). */
export function writeSession(session: Session): string {
  const { tokens, signIn, issuedAtSeconds, expiresAtSeconds, endsAtSeconds } = session;
  return JSON.stringify([
    tokens.idToken,
    tokens.accessToken,
    tokens.refreshToken ?? null,
    issuedAtSeconds,
    expiresAtSeconds,
    endsAtSeconds,
    signIn.id,
    signIn.atMs,
    signIn.longestCookieSeconds,
    signIn.companion,
    signIn.clientAuthentication,
  ]);
}

/** The session that writeSession wrote, or undefined for any other text. */
export function readSession(text: string): Session | undefined {
  const fields = parseList(text);
  if (fields?.length !== 11) return undefined;
  const [idToken, accessToken, refreshToken, issuedAtSeconds, expiresAtSeconds, endsAtSeconds] = fields;
  const signIn = readSignIn(fields.slice(6));
  if (typeof idToken !== 'string' || typeof accessToken !== 'string') return undefined;
  if (refreshToken !== null && typeof refreshToken !== 'string') return undefined;
  if (!isTime(issuedAtSeconds) || !isTime(expiresAtSeconds) || !isTime(endsAtSeconds)) return undefined;
  if (signIn === undefined) return undefined;
  return {
    tokens: { idToken, accessToken, ...(refreshToken === null ? {} : { refreshToken }) },
    signIn,
    issuedAtSeconds,
    expiresAtSeconds,
    endsAtSeconds,
  };
}

function readSignIn([id, atMs, longestCookieSeconds, companion, clientAuthentication]: readonly unknown[]):
  | Session['signIn']
  | undefined {
  if (typeof id !== 'string' || id === '' || !isTime(atMs) || !isTime(longestCookieSeconds)) return undefined;
  if (companion !== null && typeof companion !== 'string') return undefined;
  if (typeof clientAuthentication !== 'string') return undefined;
  return { id, atMs, longestCookieSeconds, companion, clientAuthentication };
}

function parseList(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isTime = (value: unknown): value is number => Number.isSafeInteger(value);

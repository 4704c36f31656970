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
  const [id, atMs, longestCookieSeconds, companion, clientAuthentication] = fields.slice(6);
  if (!isText(idToken) || !isText(accessToken) || (refreshToken !== null && !isText(refreshToken)))
    return undefined;
  if (!isTime(issuedAtSeconds) || !isTime(expiresAtSeconds) || !isTime(endsAtSeconds)) return undefined;
  if (!isText(id) || id === '' || !isTime(atMs) || !isTime(longestCookieSeconds)) return undefined;
  if ((companion !== null && !isText(companion)) || !isText(clientAuthentication)) return undefined;
  return {
    tokens: { idToken, accessToken, ...(refreshToken === null ? {} : { refreshToken }) },
    signIn: { id, atMs, longestCookieSeconds, companion, clientAuthentication },
    issuedAtSeconds,
    expiresAtSeconds,
    endsAtSeconds,
  };
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

const isText = (value: unknown) => typeof value === 'string';

import {
  createCipheriv,
  createDecipheriv,
  hash,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';

import * as Type from 'typebox';
import { Check } from 'typebox/value';

import type { SealedSession, Session } from './session.ts';

export type Sealer = ReturnType<typeof makeSealer>;

/** Seals with the first secret, opens with each. A purpose has its own keys (HKDF, RFC 5869): a text of another purpose never opens. */
export function makeSealer(secrets: readonly string[], purpose: string) {
  const keys = secrets.map((secret) => deriveKey(secret, purpose));
  const [first] = keys;
  if (first === undefined) throw new Error(`A sealer (${purpose}) needs at least one secret`);
  const keysByHeader = new Map(keys.map((key) => [key.header, key]));

  return {
    /** Plain text to compact JWE (RFC 7516), `dir`, A256GCM; `kid` names the secret. */
    seal: (plain: string): string => encrypt(first, plain),
    /** Compact JWE to plain text, or undefined for anything that this purpose's secrets did not seal. */
    open: (sealed: string): string | undefined => {
      // A JWE has five parts; a sixth makes it invalid.
      const [header = '', ...parts] = sealed.split('.', 6);
      const key = keysByHeader.get(header);
      return key && decrypt(key, parts);
    },
  };
}

/** Seals a session as the text of its cookie. */
export function sealSession(sealer: Sealer, session: Session): SealedSession {
  return { session, sealed: sealer.seal(writeSession(session)) };
}

/** Opens a text that sealSession made, also if the session has ended; undefined for any damage. */
export function openSession(sealer: Sealer, sealed: string): SealedSession | undefined {
  const text = sealer.open(sealed);
  const session = text === undefined ? undefined : readSession(text);
  return session && { session, sealed };
}

type Key = ReturnType<typeof deriveKey>;

// Each key has one constant protected header. Only texts with one of these headers are accepted, so `alg` and `enc` are
// pinned and no header from outside is parsed.
function deriveKey(secret: string, purpose: string) {
  const bytes = new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
  const kid = hash('sha256', bytes, 'base64url').slice(0, 8);
  const header = JSON.stringify({ alg: 'dir', enc: 'A256GCM', kid });
  return { secret: createSecretKey(bytes), header: Buffer.from(header).toString('base64url') };
}

const cipherName = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

function encrypt(key: Key, plain: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(cipherName, key.secret, iv, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(key.header, 'ascii'));
  const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  // RFC 7516, section 7.1: header, encrypted key (none with `dir`), initialization vector, ciphertext, tag.
  return [
    key.header,
    '',
    ...[iv, ciphertext, cipher.getAuthTag()].map((bytes) => bytes.toString('base64url')),
  ].join('.');
}

function decrypt(key: Key, parts: readonly string[]): string | undefined {
  const [encryptedKey, ...texts] = parts;
  const [iv, ciphertext, tag] = texts.map(decodeBase64url);
  if (encryptedKey !== '' || texts.length !== 3 || !ciphertext) return undefined;
  if (iv?.length !== ivBytes || tag?.length !== tagBytes) return undefined;
  const decipher = createDecipheriv(cipherName, key.secret, iv, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(key.header, 'ascii')).setAuthTag(tag);
  const plain = decipher.update(ciphertext);
  try {
    return Buffer.concat([plain, decipher.final()]).toString('utf8');
  } catch {
    // All lengths are checked above, so final() refuses a wrong tag only.
    return undefined;
  }
}

/** undefined for text that is not the canonical encoding of its bytes: Node's decoder skips unknown characters. */
function decodeBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') === text) return bytes;
  return undefined;
}

const text = Type.String();
const textOrNull = Type.Union([text, Type.Null()]);
const time = Type.Integer();

/** The members of a sealed session. */
const Members = Type.Object({
  idToken: text,
  accessToken: text,
  refreshToken: textOrNull,
  issuedAtSeconds: time,
  expiresAtSeconds: time,
  endsAtSeconds: time,
  id: text,
  atMs: time,
  longestCookieSeconds: time,
  companion: textOrNull,
  clientAuthentication: text,
  sid: textOrNull,
});
type Members = Type.Static<typeof Members>;

/**
 * The order of the members in the sealed text, a JSON array: names would take room in every cookie. JSON rather than a separator:
 * a token may contain any printable character (RFC 6749, A.12).
 */
const order: readonly (keyof Members)[] = [
  'idToken',
  'accessToken',
  'refreshToken',
  'issuedAtSeconds',
  'expiresAtSeconds',
  'endsAtSeconds',
  'id',
  'atMs',
  'longestCookieSeconds',
  'companion',
  'clientAuthentication',
  'sid',
];

export function writeSession({ tokens, signIn, ...times }: Session): string {
  const { refreshToken = null } = tokens;
  const members: Members = { ...times, ...signIn, ...tokens, refreshToken };
  const values = order.map((name) => members[name]);
  // The previous release reads texts without the last member, which most sessions do not need.
  return JSON.stringify(signIn.sid === null ? values.slice(0, -1) : values);
}

/** The session that writeSession wrote; undefined for the JSON of a release with another format. */
export function readSession(written: string): Session | undefined {
  const values: unknown = JSON.parse(written);
  if (!Array.isArray(values) || values.length < order.length - 1 || values.length > order.length)
    return undefined;
  const named = order.map((name, at): [string, unknown] => [name, values[at]]);
  const members: unknown = { sid: null, ...Object.fromEntries(named.slice(0, values.length)) };
  if (!Check(Members, members)) return undefined;
  const { idToken, accessToken, refreshToken, ...rest } = members;
  const { issuedAtSeconds, expiresAtSeconds, endsAtSeconds, ...signIn } = rest;
  return {
    tokens: { idToken, accessToken, ...(refreshToken !== null && { refreshToken }) },
    signIn,
    issuedAtSeconds,
    expiresAtSeconds,
    endsAtSeconds,
  };
}

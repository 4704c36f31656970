import type { KeyObject } from 'node:crypto';
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';

import type { SealedSession, Session } from './session.ts';
import { readSession, writeSession } from './session-text.ts';

/** Seals and opens text for one purpose; what was sealed for another purpose does not open. */
export type Sealer = Readonly<{
  /** Plain text -> compact JWE (RFC 7516), `dir`, A256GCM, `kid` naming the secret. */
  seal: (plain: string) => string;
  /** Compact JWE -> plain text, or undefined for anything that this purpose's secrets did not seal. */
  open: (sealed: string) => string | undefined;
}>;

/** A sealer whose first secret seals and whose every secret opens. Keys are derived per purpose (HKDF, RFC 5869). */
export function makeSealer(secrets: readonly string[], purpose: string): Sealer {
  const keys = secrets.map((secret) => deriveKey(secret, purpose));
  const [first] = keys;
  if (first === undefined) throw new Error(`A sealer (${purpose}) needs at least one secret`);
  const keysByHeader = new Map(keys.map((key) => [key.header, key]));

  return {
    seal: (plain) => encrypt(first, plain),
    open: (sealed) => {
      // Five parts, and one more that makes it none of ours.
      const [header = '', ...parts] = sealed.split('.', 6);
      const key = keysByHeader.get(header);
      return key && decrypt(key, parts);
    },
  };
}

/** Seals a session as the text that travels in its cookie. */
export function sealSession(sealer: Sealer, session: Session): SealedSession {
  return { session, sealed: sealer.seal(writeSession(session)) };
}

/** Opens what sealSession sealed, ended or not; undefined for any damage. */
export function openSession(sealer: Sealer, sealed: string): SealedSession | undefined {
  const text = sealer.open(sealed);
  const session = text === undefined ? undefined : readSession(text);
  return session && { session, sealed };
}

type Key = Readonly<{ secret: KeyObject; header: string }>;

// The protected header is a constant of its key. A sealed text is taken only with exactly one of these headers, so `alg`
// and `enc` are pinned and nothing that a stranger wrote is parsed.
function deriveKey(secret: string, purpose: string): Key {
  const bytes = new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
  const kid = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
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
  return [key.header, '', ...[iv, ciphertext, cipher.getAuthTag()].map(encodeBase64url)].join('.');
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
    // With all lengths checked above, a wrong tag is the one thing that final() refuses.
    return undefined;
  }
}

const encodeBase64url = (bytes: Buffer): string => bytes.toString('base64url');

/** undefined for text that is not the one canonical encoding of its bytes: Node's decoder skips what it does not know. */
function decodeBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return encodeBase64url(bytes) === text ? bytes : undefined;
}

import { createHmac } from 'node:crypto';

import { exportJWK, exportSPKI, importJWK, SignJWT } from 'jose';

import type { Fault, IdToken, Json } from './fault.ts';
import { signingKey, signWell } from './fault.ts';

/** Faults of keys and signatures. */
export const keyFaults = {
  unsigned: { sign: async (token) => `${encodeParts({ ...token, header: { alg: 'none' } })}.` },
  tamperedSignature: { sign: tamper },
  foreignKey: signedBy('foreign', ({ kid }) => ({ kid: String(kid) })),
  unknownKid: signedBy('first', () => ({ kid: 'nobody' })),
  missingKid: signedBy('first', () => ({})),
  secondKeyPublished: { jwks: async (keys) => [...keys, (await signingKey('another')).publicJwk] },
  hmacWithPublicKey: { sign: async (token) => hmac(token, await exportPublic(token)) },
  es256: usesKey('curve', 'ES256'),
  ed25519: {
    ...usesKey('edwards', 'EdDSA'),
    discovery: (said) => ({ ...said, id_token_signing_alg_values_supported: ['EdDSA'] }),
  },
  unannouncedAlgorithm: {
    jwks: async (keys) => keys.map(({ alg: _alg, ...key }) => key),
    sign: async (token) => {
      const key = await importJWK(await exportJWK(token.key.privateKey), 'RS512');
      return new SignJWT({ ...token.claims }).setProtectedHeader({ ...token.header, alg: 'RS512' }).sign(key);
    },
  },
  noKeys: { jwks: async () => [] },
} as const satisfies Record<string, Fault>;

/** Signed by the key of this name, with another header than usual. */
function signedBy(name: string, headerOf: (usual: Json) => object): Fault {
  return {
    async sign({ header, ...token }) {
      const key = await signingKey(name);
      return signWell({ ...token, key, header: { ...headerOf(header), alg: header.alg } });
    },
  };
}

/** Publishes this key alone, and signs with it. */
function usesKey(kid: string, alg: string): Fault {
  return {
    jwks: async () => [(await signingKey(kid, alg)).publicJwk],
    sign: async (token) => signWell({ ...token, key: await signingKey(kid, alg), header: { alg, kid } }),
  };
}

/** An ID token made with a secret instead of a key (RFC 7518, 3.2). */
export const hmacWith = (secret: string): Fault => ({ sign: async (token) => hmac(token, secret) });

const encode = (part: Json) => Buffer.from(JSON.stringify(part)).toString('base64url');
const encodeParts = ({ header, claims: said }: Pick<IdToken, 'header' | 'claims'>) =>
  `${encode(header)}.${encode(said)}`;

async function tamper(token: IdToken): Promise<string> {
  const [, , signature] = (await signWell(token)).split('.');
  return `${encodeParts({ ...token, claims: { ...token.claims, email: 'eve@example.com' } })}.${signature}`;
}

function hmac({ header, claims: said }: IdToken, secret: string): string {
  const input = encodeParts({ header: { ...header, alg: 'HS256' }, claims: said });
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

async function exportPublic({ key }: IdToken): Promise<string> {
  const publicKey = await importJWK(key.publicJwk, key.alg);
  if (publicKey instanceof Uint8Array) throw new TypeError('a public key is no secret');
  return exportSPKI(publicKey);
}

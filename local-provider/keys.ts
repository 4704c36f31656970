import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';

import type { JWKS } from 'oidc-provider';

import { ConfigError } from '../server/config/faults.ts';
import { keptFile } from '../server/config/kept-file.ts';

/** The signing keys, which are made once and kept in this folder. Refuses a file without a key set. */
export function keptKeys(folder: string): JWKS {
  const path = join(folder, 'local-provider-keys.json');
  const keys = readKeys(keptFile(path, makeKeys));
  if (keys !== undefined) return keys;
  throw new ConfigError(path, [{ key: '(the file)', message: 'holds no keys; remove it and start again' }]);
}

function makeKeys(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = {
    ...privateKey.export({ format: 'jwk' }),
    kid: randomBytes(9).toString('base64url'),
    use: 'sig',
  };
  return `${JSON.stringify({ keys: [key] }, null, 2)}\n`;
}

function readKeys(text: string): JWKS | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isKeySet(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isKeySet = (value: unknown): value is JWKS =>
  typeof value === 'object' && value !== null && 'keys' in value && Array.isArray(value.keys);

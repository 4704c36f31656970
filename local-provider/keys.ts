import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { JWKS } from 'oidc-provider';

/** The signing keys of this folder, made once, readable by their owner only. Throws when the file is no key set. */
export function keptKeys(folder: string): JWKS {
  const path = join(folder, 'local-provider-keys.json');
  const keys: unknown = JSON.parse(readIfThere(path) ?? make(path));
  if (!isKeySet(keys)) throw new Error(`${path} holds no keys; remove it and start again`);
  return keys;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** A link appears whole or not at all, so nobody ever reads half a key. */
function make(path: string): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = {
    ...privateKey.export({ format: 'jwk' }),
    kid: randomBytes(9).toString('base64url'),
    use: 'sig',
  };
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const text = `${JSON.stringify({ keys: [key] }, null, 2)}\n`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(draft, path);
    return text;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return readFileSync(path, 'utf8');
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

const isKeySet = (value: unknown): value is JWKS =>
  typeof value === 'object' && value !== null && 'keys' in value && Array.isArray(value.keys);

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;

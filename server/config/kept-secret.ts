import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A secret of 32 random bytes that is made once and kept as a file of this folder, readable by its owner only. Processes
 * that ask together get the same one. Throws the system's error when the folder cannot be read or written.
 */
export function keptSecret(folder: string, name: string): string {
  const path = join(folder, name);
  const secret = readIfThere(path) ?? make(folder, path);
  if (secret.length < 32) throw new Error(`${path} holds no whole secret; remove it and start again`);
  return secret;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** A link appears whole or not at all, and not when the name is taken: nobody ever reads half a secret. */
function make(folder: string, path: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const secret = randomBytes(32).toString('base64url');
  try {
    writeFileSync(draft, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(draft, path);
    return secret;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return readFileSync(path, 'utf8').trim();
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;

import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { makeFolder } from '../folders.ts';
import { ConfigError, theFile } from './check.ts';

/**
 * A secret of 32 random bytes that is made once and kept in this folder, readable by its owner only; without `mayWrite` it is not kept.
 * Refuses a file that holds no whole secret; throws the system's error when there can be none.
 */
export function keptSecret(folder: string, name: string, mayWrite = true): string {
  const path = join(folder, name);
  const secret = (readIfExists(path) ?? (mayWrite ? make(folder, path) : newSecret())).trim();
  if (secret.length >= 32) return secret;
  throw new ConfigError(path, [
    { key: theFile, message: 'holds no whole secret; remove it and start again' },
  ]);
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

const newSecret = () => randomBytes(32).toString('base64url');

function make(folder: string, path: string): string {
  makeFolder(folder);
  try {
    const text = `${newSecret()}\n`;
    writeFileSync(path, text, { mode: 0o600, flag: 'wx', flush: true });
    return text;
  } catch (error) {
    // Another process has made it since.
    if (hasCode(error, 'EEXIST')) return readFileSync(path, 'utf8');
    throw error;
  }
}

export const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;

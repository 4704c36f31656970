import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { ConfigError } from './faults.ts';
import { keptFile } from './kept-file.ts';

/** A secret of 32 random bytes that is made once and kept in this folder. Refuses a file that holds no whole secret. */
export function keptSecret(folder: string, name: string): string {
  const path = join(folder, name);
  const secret = keptFile(path, () => `${randomBytes(32).toString('base64url')}\n`).trim();
  if (secret.length >= 32) return secret;
  throw new ConfigError(path, [
    { key: '(the file)', message: 'holds no whole secret; remove it and start again' },
  ]);
}

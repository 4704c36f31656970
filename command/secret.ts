import { randomBytes } from 'node:crypto';

import type { Run } from './command.ts';

/** Prints a secret of 48 random bytes, alone on standard output. */
export const printSecret: Run = async (_given, { print, tell }) => {
  print(randomBytes(48).toString('base64url'));
  tell(
    'Put it first in session.secrets, and keep the old one after it for nine hours: a new secret alone signs everybody out. ' +
      'Several replicas: see docs/how-to/secrets.md.',
  );
  return 0;
};

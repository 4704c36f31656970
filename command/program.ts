import { randomBytes } from 'node:crypto';

import { readVersion } from '../server/folders.ts';
import type { Run } from './command.ts';

/** Starts the service in this process; `server/main.ts` ends the process after a failure or a signal. */
export const serve: Run = async () => {
  await import('../server/main.ts');
};

/** Prints a secret of 48 random bytes, and nothing else on standard output. */
export const printSecret: Run = async (_input, { print, printError }) => {
  print(randomBytes(48).toString('base64url'));
  printError(
    'Put it first in session.secrets, and keep the old one after it for nine hours: a new secret alone signs everybody out. ' +
      'Several replicas: see docs/how-to/secrets.md.',
  );
};

/** Prints the versions and the platform, for reports of faults. */
export const printVersion: Run = async (_input, { print }) => {
  print(
    `Dueline ${readVersion()}, Node ${process.versions.node}, ${process.platform}-${process.arch}`,
  );
};

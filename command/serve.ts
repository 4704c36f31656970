import type { Run } from './command.ts';

/** Starts the service in this process; `server/main.ts` ends the process after a failure or a signal. */
export const serve: Run = async () => {
  await import('../server/main.ts');
  return 0;
};

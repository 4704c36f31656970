import { env } from 'node:process';

import fc from 'fast-check';

/** Generates the same values in each run; with SEED=<number> others. */
fc.configureGlobal({ seed: Number(env['SEED'] ?? 1) });

export { fc };

import { env } from 'node:process';

import type { Cluster } from './cluster.ts';
import { startCluster } from './cluster.ts';

let cluster: Cluster | undefined;

/** Starts one PostgreSQL server for all files of a run of `node --test`, unless TEST_DATABASE_URL names one. */
export async function globalSetup(): Promise<void> {
  if (env['TEST_DATABASE_URL']) return;
  cluster = await startCluster();
  env['TEST_DATABASE_URL'] = cluster.url;
}

/** Ends it after the last file. */
export async function globalTeardown(): Promise<void> {
  await cluster?.remove();
}

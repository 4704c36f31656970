import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';

import type { FastifyInstance } from 'fastify';

import { createApp } from '../../server/app.ts';
import type { Config } from '../../server/config.ts';
import { makeLog } from '../../server/request/log.ts';
import type { TestApp } from '../app.ts';

type Changes = Readonly<{
  session?: Partial<Config['session']>;
  provider?: Partial<Config['auth']['providers'][number]>;
}>;

/** Another process on the same store and provider whose profile differs. The test fails when it logs an error. */
export async function startAnotherService(
  t: TestContext,
  { config, store, clock, provider }: TestApp,
  { session, provider: changedProvider }: Changes,
): Promise<FastifyInstance> {
  const errors: string[] = [];
  const providers = config.auth.providers.map((each) => ({ ...each, ...changedProvider }));
  const app = await createApp({
    config: { ...config, session: { ...config.session, ...session }, auth: { ...config.auth, providers } },
    store,
    nowMs: clock.nowMs,
    wait: clock.wait,
    fetch: provider.fetch,
    webFolder: null,
    log: makeLog('error', { write: (line) => void errors.push(line) }),
  });
  t.after(async () => {
    await app.close();
    assert.deepEqual(errors, []);
  });
  return app;
}

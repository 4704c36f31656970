import assert from 'node:assert/strict';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';

import type { AppParts } from '../server/app.ts';
import { createApp } from '../server/app.ts';
import type { Config, ProviderConfig } from '../server/config.ts';
import { loadConfig } from '../server/config.ts';
import type { Audit } from '../server/monitoring/audit.ts';
import { makeLog } from '../server/log/log.ts';
import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts';
import type { Store } from '../server/store/store.ts';
import type { Browser } from './browser.ts';
import { openBrowser } from './browser.ts';
import type { Cleanup } from './folder.ts';
import { toApp } from './http.ts';
import { makeClock } from './provider/clock.ts';
import type { Person, ProviderOptions, TestProvider } from './provider/provider.ts';
import { startProvider } from './provider/provider.ts';

export const hourMs = 3_600_000;

/** The configuration that tests share: test/profile.yaml and the defaults. Each test may override sections. */
const testConfig = loadConfig({
  env: { PROFILE: 'test', CONFIG: join(import.meta.dirname, 'profile.yaml') },
  packageFolder: '/nonexistent',
});
const [declared] = testConfig.auth.providers;
assert.ok(declared, 'test/profile.yaml declares a provider');

/** A declared provider with every key of a profile: a test sets only the keys that it is about. */
export const declaredProvider: ProviderConfig = declared;

/** A whole service of one test: its own database, clock, provider and log. */
export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

type LogLine = Readonly<Record<string, unknown> & { level: string; msg: string }>;

export type Overrides = Readonly<{
  audit?: Audit;
  /** Sections of the profile, each merged over the default one. */
  config?: { readonly [Section in keyof Config]?: Partial<Config[Section]> };
  /** Keys of the provider in the profile. */
  declared?: Partial<ProviderConfig>;
  /** Options of the provider, if not the usual ones. */
  provider?: Omit<ProviderOptions, 'nowMs'>;
  /** Functions that replace those of the store in memory, for example to fail. */
  store?: Partial<Store>;
  /** Answers requests to every host except the provider's. */
  outside?: typeof globalThis.fetch;
  files?: AppParts['files'];
  startMs?: number;
}>;

/** Starts the service for one test and ends it with the test, which fails when an error was logged unexpectedly. */
export async function startTestApp(t: Cleanup, overrides: Overrides = {}) {
  const clock = makeClock(overrides.startMs);
  const provider = await startProvider(t, { nowMs: clock.nowMs, ...overrides.provider });
  const { issuer, clientId, clientSecret } = provider;
  const tenant = { ...declaredProvider, issuer, clientId, clientSecret, ...overrides.declared };
  const auth = { ...testConfig.auth, providers: [tenant] };
  const config = withSections({ ...testConfig, auth }, overrides.config);
  const memory = openSqliteStore(':memory:');
  const store = { ...memory, ...overrides.store };
  const logged: LogLine[] = [];
  const parts: AppParts = {
    config,
    store,
    nowMs: clock.nowMs,
    wait: clock.wait,
    fetch: reach(provider, overrides.outside),
    files: overrides.files ?? new Map(),
    ...(overrides.audit && { audit: overrides.audit }),
    log: makeLog(
      config.log.level,
      { write: (line) => void logged.push(readLine(line)) },
      clock.nowMs,
    ),
  };
  const app = await createApp(parts);
  const others: FastifyInstance[] = [];

  let taken = 0;
  const takeErrors = (): readonly LogLine[] => {
    const errors = logged.slice(taken).filter(({ level }) => level === 'error');
    taken = logged.length;
    return errors;
  };
  t.after(async () => {
    for (const each of [app, ...others]) await each.close();
    await memory.close();
    assert.deepEqual(takeErrors(), [], 'no error is logged unexpectedly');
  });

  const open = () => openBrowser({ transport: toApp(app), provider, nowMs: clock.nowMs });
  return {
    app,
    config,
    store,
    clock,
    provider,
    /** A browser with cookies of its own. */
    openBrowser: open,
    /** A browser with a session. */
    signedIn: async (person?: Person): Promise<Browser> => {
      const browser = open();
      await browser.signIn(person);
      return browser;
    },
    /** Another process of the same service, on the same store; sections are merged over those of the first process. */
    anotherProcess: async (changed?: Overrides['config']): Promise<FastifyInstance> => {
      const other = await createApp({ ...parts, config: withSections(config, changed) });
      others.push(other);
      return other;
    },
    /** Every log line. */
    logged,
    /** The errors that were logged since the last call. A test fails when an error is left that it did not take. */
    takeErrors,
  };
}

function withSections(config: Config, sections: Overrides['config'] = {}): Config {
  const changed = structuredClone(config);
  for (const [name, section] of Object.entries(sections))
    Object.assign(Reflect.get(changed, name), section);
  return changed;
}

/** Sends requests for the provider's addresses to the provider, and all others to `outside`. */
function reach(provider: TestProvider, outside = provider.fetch): typeof globalThis.fetch {
  return (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return url.startsWith(`${provider.issuer}/`)
      ? provider.fetch(input, init)
      : outside(input, init);
  };
}

const readLine = (line: string): LogLine => JSON.parse(line);

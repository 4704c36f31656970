import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { mkdirSync } from 'node:fs';

import type { Browser } from '../test/browser.ts';
import { openBrowser } from '../test/browser.ts';
import type { PortAnswer } from '../test/http.ts';
import { toPort } from '../test/http.ts';
import { serveProvider } from '../test/provider/server.ts';
import type { Case, Contender, Sample } from './case.ts';
import { cpuMicroseconds } from './machine.ts';
import { emailOf } from './people.ts';
import type { ServerProcess } from './server-process.ts';
import { host } from './server-process.ts';
import { serviceEnvironment } from './service.ts';
import { copyDatabase } from './start-up.ts';

const peopleEachRound = 300;
const atOnce = 16;
const idTokenSeconds = 2;

/** Sign-ins at a provider, and renewals after the ID tokens have expired. Browsers and provider run on the processor of the load. */
export const signInCase: Case = {
  name: 'sign-in',
  title: 'Sign-ins and renewals',
  prepare: async (world) => {
    const provider = await serveProvider({ after: world.atTheEnd }, idTokenSeconds);
    const contenders: Contender[] = [];
    for (const name of ['Dueline, SQLite', 'Dueline, PostgreSQL'] as const) {
      const folder = join(world.folder, `sign-in ${name}`);
      mkdirSync(folder);
      const store = name === 'Dueline, SQLite' ? copyDatabase(world, 'sign-in') : {};
      const env = { ...serviceEnvironment(folder, provider), ...store };
      const server = await world.start(name, { env });
      const agent = new Agent({ keepAlive: true });
      const open = () =>
        openBrowser({ transport: toPort({ port: server.port, agent }), provider, host });
      contenders.push({
        name,
        measure: () => measureRound(server, open),
        end: async () => {
          agent.destroy();
          await server.stop();
        },
      });
    }
    return contenders;
  },
};

async function measureRound(
  server: ServerProcess,
  open: () => Browser<PortAnswer>,
): Promise<Sample> {
  const browsers = Array.from({ length: peopleEachRound }, open);
  const signedIn = await timed(server, browsers, (browser, n) =>
    browser.signIn({ sub: String(n), email: emailOf(n), email_verified: true, name: 'Ada Byron' }),
  );
  await wait(idTokenSeconds * 1000);
  const renewed = await timed(server, browsers, async (browser) => {
    const { statusCode, headers } = await browser.get('/api/auth/me');
    if (statusCode !== 200 || headers['set-cookie'] === undefined)
      throw new Error(`not renewed: ${statusCode}`);
  });
  return {
    'sign-ins a second': signedIn.perSecond,
    'ms of processor each': signedIn.cpuMs,
    'renewals a second': renewed.perSecond,
    'ms of processor for each': renewed.cpuMs,
  };
}

/** Runs an action for each browser, several at once. */
async function timed(
  { pid }: ServerProcess,
  browsers: readonly Browser<PortAnswer>[],
  act: (browser: Browser<PortAnswer>, n: number) => Promise<unknown>,
) {
  const before = cpuMicroseconds(pid);
  const startMs = performance.now();
  const left = browsers.entries();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [n, browser] of left) await act(browser, n + 1);
    }),
  );
  const { length } = browsers;
  return {
    perSecond: (length * 1000) / (performance.now() - startMs),
    cpuMs: (cpuMicroseconds(pid) - before) / 1000 / length,
  };
}

import type { FastifyInstance } from 'fastify';

import type { TestApp } from '../app.ts';
import type { Browser } from '../browser.ts';
import { defaultHost } from '../browser.ts';
import { ada } from '../provider/provider.ts';

export const bob = { ...ada, sub: 'bob', email: 'bob@example.com' };

/** A browser that is signed in, and what somebody has copied out of it. */
export async function signedInTwice(service: TestApp): Promise<{ browser: Browser; copy: string }> {
  const browser = await service.signedIn();
  return { browser, copy: browser.cookieHeader('/api/tasks') };
}

export async function ask(app: FastifyInstance, cookie: string): Promise<number> {
  const headers = { host: defaultHost, ...(cookie === '' ? {} : { cookie }) };
  return (await app.inject({ url: '/api/auth/me', headers })).statusCode;
}

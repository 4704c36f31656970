import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';

import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

import type { TestApp } from '../app.ts';
import { startTestApp } from '../app.ts';
import type { Browser } from '../browser.ts';
import { defaultHost } from '../browser.ts';
import type { Pair } from '../cookies.ts';
import { assertProblem } from '../flows/task-fields.ts';
import { ada } from '../provider/provider.ts';

/** The session cookies that a browser holds, by number. */
export function sessionPairs({ cookies }: Browser): Pair[] {
  return [...cookies]
    .filter(([name]) => name.startsWith('q_session'))
    .map(([name, { value }]): Pair => [name, value])
    .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
}

/** The answer is 401, and sets no cookie: it may arrive after somebody else has signed in. */
export function assertNoSession(answer: LightMyRequestResponse, what: string): void {
  assert.equal(answer.statusCode, 401, `${what}: ${answer.body}`);
  assertProblem(answer, 401, 'not_authorized');
  assert.equal(answer.headers['set-cookie'], undefined, what);
}

/** Makes the next sessions larger by so many characters. */
export function playClaims({ provider }: TestApp, size: number): void {
  provider.play({ claims: (claims) => ({ ...claims, groups: 'g'.repeat(size) }) });
}

export async function signedInWith(service: TestApp, size: number): Promise<Browser> {
  playClaims(service, size);
  return service.signedIn();
}

/** Someone whose session is in four cookies. */
export async function chunkedSession(t: TestContext) {
  const service = await startTestApp(t);
  const browser = await signedInWith(service, 7_000);
  const pairs = sessionPairs(browser);
  assert.equal(pairs.length, 4);
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200);
  return { service, browser, pairs };
}

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

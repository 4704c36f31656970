import assert from 'node:assert/strict';

import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

import type { TestApp } from '../app.ts';
import { startTestApp } from '../app.ts';
import type { Browser } from '../browser.ts';
import { defaultHost } from '../browser.ts';
import type { Pair } from '../cookies.ts';
import type { Cleanup } from '../folder.ts';
import { assertProblem } from '../flows/task-fields.ts';
import { ada } from '../provider/provider.ts';

/** The session cookies of a browser, by number. */
export function sessionPairs({ cookies }: Browser): Pair[] {
  return [...cookies]
    .filter(([name]) => name.startsWith('q_session'))
    .map(([name, { value }]): Pair => [name, value])
    .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
}

/** Fails unless the response is 401 and sets no cookie: it may arrive after another person has signed in. */
export function assertNoSession(answer: LightMyRequestResponse, what: string): void {
  assert.equal(answer.statusCode, 401, `${what}: ${answer.body}`);
  assertProblem(answer, 401, 'not_authorized');
  assert.equal(answer.headers['set-cookie'], undefined, what);
}

/** Makes the next sessions larger by `size` characters. */
export function playClaims({ provider }: TestApp, size: number): void {
  provider.play({ claims: (claims) => ({ ...claims, groups: 'g'.repeat(size) }) });
}

export async function signedInWith(service: TestApp, size: number): Promise<Browser> {
  playClaims(service, size);
  return service.signedIn();
}

export const bob = { ...ada, sub: 'bob', email: 'bob@example.com' };

/** Two processes of a service, a signed-in browser, and a copy of its cookies. */
export async function withCopy(t: Cleanup) {
  const service = await startTestApp(t);
  const browser = await service.signedIn();
  return {
    service,
    other: await service.anotherProcess(),
    browser,
    copy: browser.cookieHeader('/api/tasks'),
  };
}

export async function ask(app: FastifyInstance, cookie: string): Promise<number> {
  const headers = { host: defaultHost, ...(cookie === '' ? {} : { cookie }) };
  return (await app.inject({ url: '/api/auth/me', headers })).statusCode;
}

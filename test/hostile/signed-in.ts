import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';

import { startTestApp } from '../app.ts';
import { defaultHost } from '../browser.ts';
import { fields } from '../flows/task-fields.ts';
import { tasksOf } from '../task-list.ts';

export const good = JSON.stringify(fields);

/** A signed-in person, with the headers of their requests, which a test changes to ones that no browser sends. */
export async function signedIn(t: TestContext, publicScheme: 'http' | 'https' = 'http') {
  const service = await startTestApp(t, { config: { http: { publicScheme } } });
  const browser = await service.signedIn();
  const headers = {
    host: defaultHost,
    cookie: browser.cookieHeader('/api/tasks'),
    'content-type': 'application/json',
  };
  const post = (payload: string | Buffer, more: Record<string, string> = {}) =>
    service.app.inject({
      method: 'POST',
      url: '/api/tasks',
      headers: { ...headers, ...more },
      payload,
    });
  return {
    service,
    app: service.app,
    headers,
    /** The same as lines of a request. */
    lines: Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    post,
    list: () => tasksOf(service.store, 'ada@example.com'),
  };
}

export type SignedIn = Awaited<ReturnType<typeof signedIn>>;

/** The same with one task. */
export async function withOneTask(t: TestContext, publicScheme: 'http' | 'https' = 'https') {
  const begun = await signedIn(t, publicScheme);
  assert.equal((await begun.post(good)).statusCode, 201);
  return begun;
}

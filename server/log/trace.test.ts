import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../../test/app.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';

test('each line of a request has the ids of a valid traceparent, beside the id of the request', async (t) => {
  const { app, logged } = await startTestApp(t);
  for (const traceparent of [`00-${traceId}-${parentId}-01`, `cc-${traceId}-${parentId}-00-what-comes-later`])
    await app.inject({ url: '/api/auth/callback?code=a&state=b', headers: { traceparent } });
  assert.equal(logged.length, 4, 'the refusal and the response of each request');
  for (const line of logged) {
    assert.deepEqual([line['traceId'], line['parentId']], [traceId, parentId]);
    assert.match(String(line['requestId']), /^[\da-f-]{36}$/);
  }
});

test('a traceparent that is not valid is not in the log', async (t) => {
  const { app, logged } = await startTestApp(t);
  const wrong = [
    '',
    'made up',
    `ff-${traceId}-${parentId}-01`,
    `00-${'0'.repeat(32)}-${parentId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${parentId}-01`,
    `00-${traceId}-${parentId}-01-more`,
    `00-${traceId}-${parentId}-01"}{"level":"error`,
  ];
  for (const traceparent of wrong) await app.inject({ url: '/made-up', headers: { traceparent } });
  assert.equal(logged.length, wrong.length);
  for (const line of logged) assert.ok(!('traceId' in line) && !('parentId' in line), JSON.stringify(line));
});

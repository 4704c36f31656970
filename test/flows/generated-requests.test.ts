import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import type { TestApp } from '../app.ts';
import { startTestApp } from '../app.ts';
import { requestsOf } from '../description/arbitrary.ts';
import type { Described } from '../description/described.ts';
import { isValid, readDescription } from '../description/described.ts';
import type { Answer } from '../http.ts';

/** The same requests each time; another seed makes others. */
const settings = { seed: 20_261_123, numRuns: 300 } as const;

test('requests made from the description alone get what it says: no fault passes, and every status and body is described', async (t) => {
  const service = await startTestApp(t);
  const seen = new Set<string>();
  for (const operation of readDescription()) {
    const visitors = [await signedInWithTasks(service), '', ''];
    await fc.assert(
      fc.asyncProperty(requestsOf(operation), fc.nat(visitors.length - 1), async (request, visitor) => {
        const { method, operationId } = operation;
        const { url, headers, body: payload } = request;
        const cookie = visitors[visitor] ?? '';
        const answer = await service.app.inject({
          method,
          url,
          headers: { host: 'tasks.example.com', ...headers, ...(cookie !== '' && { cookie }) },
          ...(payload !== undefined && { payload }),
        });
        const { statusCode } = answer;
        seen.add(`${operationId} ${statusCode}`);
        assertDescribed(operation, answer);
        assert.ok(statusCode < 500, answer.body);
        if (!request.isValid) assert.ok(statusCode >= 400, `${statusCode} although the request is not valid`);
        // The only rule for a valid body that no schema can say.
        else if (statusCode === 400) assert.deepEqual([...new Set(faultCodes(answer))], ['in_the_past']);
      }),
      settings,
    );
  }
  for (const expected of outcomes) assert.ok(seen.has(expected), `no request came to ${expected}`);
});

test('every body of the description has an example, which its schema accepts', () => {
  let checked = 0;
  for (const { operationId, requestBody, responses, parameters = [] } of readDescription()) {
    for (const { content = {} } of [requestBody ?? {}, ...Object.values(responses)])
      for (const { schema, example, examples = {} } of Object.values(content)) {
        const values = example === undefined ? Object.values(examples).map(({ value }) => value) : [example];
        assert.ok(values.length > 0, `a body of ${operationId} has no example`);
        for (const value of values)
          assert.ok(isValid(schema, value), `${operationId}: ${JSON.stringify(value)}`);
        checked += values.length;
      }
    for (const { name, schema, example } of parameters)
      assert.ok(example === undefined || isValid(schema, example), `${operationId}: ${name}`);
  }
  assert.ok(checked > 100, `only ${checked} examples were found`);
});

const outcomes = [
  'listProviders 200',
  'listProviders 406',
  'login 302',
  'login 303',
  'login 499',
  'callback 302',
  'callback 401',
  'logout 303',
  'me 200',
  'me 401',
  'listTasks 200',
  'listTasks 403',
  'createTask 201',
  'createTask 400',
  'createTask 413',
  'createTask 415',
  'replaceTask 200',
  'replaceTask 404',
  'deleteTask 204',
  'deleteTask 400',
];

/** The Cookie header of someone who has the tasks 1 to 3 of a new owner, or those that follow. */
async function signedInWithTasks({ signedIn }: TestApp): Promise<string> {
  const browser = await signedIn();
  const fields = { description: 'Feed the cat', dueDate: '2999-10-02', importance: 'HIGH', state: 'TODO' };
  for (let count = 0; count < 3; count += 1) await browser.post('/api/tasks', fields);
  return browser.cookieHeader('/api/tasks');
}

function assertDescribed({ operationId, responses }: Described, answer: Answer): void {
  const described = responses[answer.statusCode];
  assert.ok(described, `${operationId} answers ${answer.statusCode}, which is not described`);
  const [type = ''] = (answer.headers['content-type'] ?? '').split(';');
  const content = described.content?.[type];
  if (described.content === undefined) assert.equal(answer.body, '', operationId);
  else assert.ok(content && isValid(content.schema, answer.json()), `${operationId} ${type}: ${answer.body}`);
}

function faultCodes(answer: Answer): string[] {
  const { errors = [] } = answer.json<{ errors?: { code: string }[] }>();
  return errors.map(({ code }) => code);
}

import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import type { TestApp } from '../app.ts';
import { startTestApp } from '../app.ts';
import type { Described, Parameter, Schema } from '../description/described.ts';
import { isValid, readDescription } from '../description/described.ts';
import { changed } from '../fuzz/subject.ts';
import type { Answer } from '../http.ts';

const fields = {
  description: 'Feed the cat',
  dueDate: '2999-10-02',
  importance: 'HIGH',
  state: 'TODO',
};

/** A fixed seed gives the same requests in each run. */
const settings = { seed: 20_261_123, numRuns: 300 } as const;

test('requests made from the description alone get what it says: no fault passes, and every status and body is described', async (t) => {
  const service = await startTestApp(t);
  const seen = new Set<string>();
  for (const operation of readDescription()) {
    const visitors = [await signedInWithTasks(service), '', ''];
    await fc.assert(
      fc.asyncProperty(
        requestsOf(operation),
        fc.nat(visitors.length - 1),
        async (request, visitor) => {
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
          if (!request.isValid)
            assert.ok(statusCode >= 400, `${statusCode} although the request is not valid`);
          // The only rule of a body that no schema can express.
          else if (statusCode === 400)
            assert.deepEqual([...new Set(faultCodes(answer))], ['in_the_past']);
        },
      ),
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
        const values =
          example === undefined ? Object.values(examples).map(({ value }) => value) : [example];
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

/** Outcomes that at least one request must have. */
const outcomes = Object.entries({
  listProviders: [200, 406],
  login: [302, 303, 499],
  callback: [302, 401],
  logout: [303],
  me: [200, 401],
  listTasks: [200, 403],
  createTask: [201, 400, 413, 415],
  replaceTask: [200, 404],
  deleteTask: [204, 400],
}).flatMap(([operation, statuses]) => statuses.map((status) => `${operation} ${status}`));

/** The Cookie header of a person with three more tasks; the first ones have the ids 1 to 3. */
async function signedInWithTasks({ signedIn }: TestApp): Promise<string> {
  const browser = await signedIn();
  for (let count = 0; count < 3; count += 1) await browser.post('/api/tasks', fields);
  return browser.cookieHeader('/api/tasks');
}

function assertDescribed({ operationId, responses }: Described, answer: Answer): void {
  const described = responses[answer.statusCode];
  assert.ok(described, `${operationId} answers ${answer.statusCode}, which is not described`);
  if (answer.statusCode === 401 || answer.statusCode === 499)
    assert.equal(answer.headers['www-authenticate'], 'OIDC', operationId);
  const [type = ''] = (answer.headers['content-type'] ?? '').split(';');
  const content = described.content?.[type];
  if (described.content === undefined) assert.equal(answer.body, '', operationId);
  else
    assert.ok(
      content && isValid(content.schema, answer.json()),
      `${operationId} ${type}: ${answer.body}`,
    );
}

function faultCodes(answer: Answer): string[] {
  const { errors = [] } = answer.json<{ errors?: { code: string }[] }>();
  return errors.map(({ code }) => code);
}

/** Requests of one operation, about half of them valid; `isValid`: the request conforms to the description. */
function requestsOf({ path, parameters = [], requestBody, responses }: Described) {
  const [mediaType = '', { schema } = { schema: {} }] =
    Object.entries(requestBody?.content ?? {})[0] ?? [];
  const hasContent = '406' in responses;
  const types = mostly(fc.constant(mediaType), fc.constant('text/plain'));
  const accepted = mostly(fc.constant('application/json'), fc.constant('text/csv'));
  return fc
    .record({
      texts: fc.tuple(...parameters.map(textFor)),
      body: requestBody === undefined ? fc.constant(undefined) : bodies,
      type: types,
      accept: hasContent ? accepted : fc.constant('*/*'),
    })
    .map(({ texts, body, type, accept }) => {
      const given = parameters.flatMap((parameter, index) => {
        const text = texts[index];
        return text === undefined ? [] : [{ ...parameter, text }];
      });
      const placed = (place: Parameter['in']) =>
        Object.fromEntries(
          given.filter((each) => each.in === place).map(({ name, text }) => [name, text]),
        );
      const pathname = path.replace('{id}', () => encodeURIComponent(String(placed('path')['id'])));
      return {
        url: `${pathname}?${new URLSearchParams(placed('query')).toString()}`,
        headers: {
          accept,
          ...(body !== undefined && { 'content-type': type }),
          ...placed('header'),
        },
        body,
        isValid:
          accept !== 'text/csv' &&
          given.every((parameter) => isValidText(parameter.schema, parameter.text)) &&
          (body === undefined || (type === mediaType && isValidBody(schema, body))),
      };
    });
}

const mostly = <Usual, Other>(usual: fc.Arbitrary<Usual>, other: fc.Arbitrary<Other>, times = 15) =>
  fc.oneof({ weight: times, arbitrary: usual }, { weight: 1, arbitrary: other });

function isValidText(schema: Schema, text: string): boolean {
  if (schema['type'] !== 'integer') return isValid(schema, text);
  return /^-?\d+$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

function isValidBody(schema: Schema, body: string): boolean {
  try {
    return isValid(schema, JSON.parse(body));
  } catch {
    return false;
  }
}

/** The value of a parameter; an optional one is missing most of the time. */
function textFor({ required, schema, example = 'x' }: Parameter): fc.Arbitrary<string | undefined> {
  if (schema['type'] === 'integer') return fc.constantFrom(...ids);
  const written = fc.oneof(headerText, fc.constant(String(example)));
  return required ? written : mostly(fc.constant(undefined), written, 5);
}

const ids = [
  '1',
  '2',
  '3',
  '0',
  `${2n ** 63n - 1n}`,
  `${-(2n ** 63n)}`,
  `${2n ** 63n}`,
  'x',
  '1.5',
  '1e3',
];

// A header of HTTP/1.1, without white space around it.
const headerText = fc.stringMatching(/^[!-~]([ -~]{0,40}[!-~])?$/);

const good = JSON.stringify(fields);
const pieces = Array.from('{}[]":, -09aZ').concat(
  '\\u0000',
  '\\ud800',
  'null',
  'DONE',
  'x'.repeat(256),
);
const bodies = fc.oneof(
  fc.constantFrom(good, good.replace('2999', '2020'), '{}', `"${'x'.repeat(20_000)}"`),
  changed(good, ...pieces),
);

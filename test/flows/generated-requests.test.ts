import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import type { TestApp } from '../app.ts';
import { startTestApp } from '../app.ts';
import type { Described, Parameter, Schema } from '../description/described.ts';
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

/** What some request must come to. */
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

/**
 * Requests of one operation: about half of them valid, the others wrong in one part or in several; `isValid` when nothing in it
 * contradicts the description.
 */
function requestsOf({ path, parameters = [], requestBody, responses }: Described) {
  const [mediaType = '', { schema } = { schema: {} }] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const hasContent = Object.values(responses).some(({ content = {} }) => 'application/json' in content);
  return fc
    .record({
      texts: fc.tuple(...parameters.map(textFor)),
      body: requestBody === undefined ? fc.constant(undefined) : bodies,
      type: mostly(fc.constant(mediaType), fc.constantFrom('text/plain', 'application/xml')),
      accept: hasContent
        ? mostly(fc.constant('application/json'), fc.constant('text/csv'))
        : fc.constant('*/*'),
    })
    .map(({ texts, body, type, accept }) => {
      const given = parameters.flatMap((parameter, index) => {
        const text = texts[index];
        return text === undefined ? [] : [{ ...parameter, text }];
      });
      const placed = (place: Parameter['in']) =>
        Object.fromEntries(given.filter((each) => each.in === place).map(({ name, text }) => [name, text]));
      const pathname = path.replace(/{(\w+)}/, (_, name: string) =>
        encodeURIComponent(String(placed('path')[name])),
      );
      return {
        url: `${pathname}?${new URLSearchParams(placed('query')).toString()}`,
        headers: { accept, ...(body !== undefined && { 'content-type': type }), ...placed('header') },
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

/** What a client writes for a parameter; an optional one is missing most of the time. */
function textFor({ required, schema, example = 'x' }: Parameter): fc.Arbitrary<string | undefined> {
  const written =
    schema['type'] === 'integer' ? integerText : fc.oneof(headerText, fc.constant(String(example)));
  return required ? written : mostly(fc.constant(undefined), written, 5);
}

const integerText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('1', '2', '3') },
  { weight: 2, arbitrary: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String) },
  { weight: 1, arbitrary: fc.constantFrom(`${2n ** 63n - 1n}`, `${-(2n ** 63n)}`, '0', `${2n ** 53n}`) },
  { weight: 1, arbitrary: fc.constantFrom(`${2n ** 63n}`, 'x', '1.5', '1e3', '0x1', ' 1', '-') },
);

// A header of HTTP/1.1, without white space around it.
const headerText = fc.stringMatching(/^[!-~]([ -~]{0,40}[!-~])?$/);

const descriptions = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.constantFrom('🐈'.repeat(255), '🐈'.repeat(256), 'x'.repeat(256)) },
  { weight: 1, arbitrary: fc.constantFrom('', ' \t', '\ud800', 'a\u0000') },
);
const years = { min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true };
const dates = fc.oneof(
  { weight: 9, arbitrary: fc.date(years).map((date) => date.toISOString().slice(0, 10)) },
  { weight: 4, arbitrary: fc.constantFrom('9999-12-31', '2999-02-28', '2996-02-29') },
  { weight: 1, arbitrary: fc.constantFrom('0000-12-31', '2997-02-29', '2999-1-1', '2999-01-01T00:00Z') },
);
const member = (usual: fc.Arbitrary<string>) => mostly(usual, fc.jsonValue(), 12);
const words = (...values: string[]) =>
  member(mostly(fc.constantFrom(...values), fc.constantFrom(...values.map((each) => each.toLowerCase())), 9));
const members = {
  description: member(descriptions),
  dueDate: member(dates),
  importance: words('LOW', 'MEDIUM', 'HIGH'),
  state: words('TODO', 'WORKING', 'DONE'),
};

/** A body as JSON, near and beyond its bounds, and sometimes a text that is no JSON, or is too long. */
const bodies = mostly(
  fc
    .oneof(
      { weight: 8, arbitrary: fc.record(members) },
      { weight: 2, arbitrary: fc.record({ ...members, unknown: fc.jsonValue() }) },
      { weight: 2, arbitrary: fc.record(members, { requiredKeys: [] }) },
      { weight: 1, arbitrary: fc.jsonValue() },
    )
    .map((value) => JSON.stringify(value)),
  fc.constantFrom('', '{', '{"a":1,}', 'null x', `"${'x'.repeat(20_000)}"`),
);

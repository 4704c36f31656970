import fc from 'fast-check';
import * as Type from 'typebox';
import { Parse } from 'typebox/value';

import type { Described, Parameter, Schema } from './described.ts';
import { isValid } from './described.ts';

/** A request made from the description alone; `isValid` when nothing in it contradicts the description. */
export type Generated = Readonly<{
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  isValid: boolean;
}>;

/** Requests of one operation: about half of them valid, the others wrong in one part or in several. */
export function requestsOf({
  path,
  parameters = [],
  requestBody,
  responses,
}: Described): fc.Arbitrary<Generated> {
  const [mediaType = '', { schema } = { schema: {} }] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const hasContent = Object.values(responses).some(({ content = {} }) => 'application/json' in content);
  return fc
    .record({
      values: fc.tuple(...parameters.map(valueOf)),
      body: requestBody === undefined ? fc.constant(right<string | undefined>(undefined)) : bodyOf(schema),
      type: rarely(mediaType, 'text/plain', 'application/xml'),
      accept: hasContent ? rarely('application/json', 'text/csv') : fc.constant(right('*/*')),
    })
    .map(({ values, body, type, accept }) => {
      const placed = (wanted: Parameter['in']) =>
        parameters.flatMap(({ name, in: place }, index): [string, string][] => {
          const text = values[index]?.text;
          return place === wanted && text !== undefined ? [[name, text]] : [];
        });
      const pathname = placed('path').reduce(
        (url, [name, text]) => url.replace(`{${name}}`, encodeURIComponent(text)),
        path,
      );
      return {
        url: `${pathname}?${new URLSearchParams(placed('query')).toString()}`,
        headers: {
          accept: accept.text,
          ...(body.text !== undefined && { 'content-type': type.text }),
          ...Object.fromEntries(placed('header')),
        },
        body: body.text,
        isValid: [...values, body, accept, ...(body.text === undefined ? [] : [type])].every(
          (each) => each.isRight,
        ),
      };
    });
}

type Part<Text> = Readonly<{ text: Text; isRight: boolean }>;
const right = <Text>(text: Text): Part<Text> => ({ text, isRight: true });
const wrong = <Text>(text: Text): Part<Text> => ({ text, isRight: false });

const rarely = (good: string, ...bad: readonly string[]) =>
  fc.oneof(
    { weight: 15, arbitrary: fc.constant(right(good)) },
    { weight: 1, arbitrary: fc.constantFrom(...bad).map(wrong<string>) },
  );

/** What a client writes for a parameter; an optional one is missing most of the time. */
function valueOf({ required, schema, example }: Parameter): fc.Arbitrary<Part<string | undefined>> {
  const written: fc.Arbitrary<Part<string | undefined>> =
    schema['type'] === 'integer'
      ? integerText
      : fc
          .oneof(headerText, patternOf(schema), fc.constant(typeof example === 'string' ? example : 'x'))
          .map((text) => ({ text, isRight: isValid(schema, text) }));
  return required
    ? written
    : fc.oneof({ weight: 5, arbitrary: fc.constant(right(undefined)) }, { weight: 1, arbitrary: written });
}

const integerText = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 3 }).map((id) => right(String(id))) },
  {
    weight: 2,
    arbitrary: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((id) => right(String(id))),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(2n ** 63n - 1n, -(2n ** 63n), 0n, 2n ** 53n).map((id) => right(String(id))),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('x', '1.5', '1e3', '0x1', ' 1', '-', `${2n ** 63n}`, `${-(2n ** 63n) - 1n}`)
      .map(wrong<string>),
  },
);

// A header of HTTP/1.1, without white space around it.
const headerText = fc.stringMatching(/^[!-~]([ -~]{0,40}[!-~])?$/);

/** The body as JSON, and sometimes a text that is no JSON. */
function bodyOf(schema: Schema): fc.Arbitrary<Part<string | undefined>> {
  const written = valueFor(schema).map((value) => {
    const text = JSON.stringify(value);
    return { text, isRight: isValid(schema, JSON.parse(text)) };
  });
  return fc.oneof(
    { weight: 15, arbitrary: written },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '{', '{"a":1,}', 'null x', `"${'x'.repeat(20_000)}"`).map(wrong<string>),
    },
  );
}

const Known = Type.Object({
  type: Type.Optional(Type.String()),
  properties: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()))),
  enum: Type.Optional(Type.Array(Type.String())),
  maxLength: Type.Optional(Type.Integer()),
  format: Type.Optional(Type.String()),
});

/** Values for a schema of a body, near and beyond its bounds; whether one is valid is for the schema to say. */
function valueFor(schema: Schema): fc.Arbitrary<unknown> {
  const known = Parse(Known, schema);
  const { properties } = known;
  if (properties === undefined)
    return fc.oneof({ weight: 12, arbitrary: stringFor(known) }, { weight: 1, arbitrary: fc.jsonValue() });
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, valueFor(each)]),
  );
  const unknown = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.jsonValue(), { maxKeys: 2 });
  return fc.oneof(
    { weight: 8, arbitrary: fc.record(members) },
    {
      weight: 2,
      arbitrary: fc.tuple(unknown, fc.record(members)).map(([more, own]) => ({ ...more, ...own })),
    },
    { weight: 2, arbitrary: fc.record(members, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
}

function stringFor({
  enum: values,
  format,
  maxLength = 40,
}: Type.Static<typeof Known>): fc.Arbitrary<string> {
  if (values !== undefined)
    return fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...values) },
      { weight: 1, arbitrary: fc.constantFrom(...values).map((each) => each.toLowerCase()) },
    );
  if (format === 'date') return dates;
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(maxLength, 60) }),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'x'.repeat(maxLength),
        '🐈'.repeat(maxLength),
        'x'.repeat(maxLength + 1),
        '',
        ' \t',
        '\ud800',
        'a\u0000',
      ),
    },
  );
}

const dates = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
  },
  { weight: 4, arbitrary: fc.constantFrom('9999-12-31', '2999-02-28', '2996-02-29') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '0001-01-01',
      '0000-12-31',
      '2997-02-29',
      '2999-1-1',
      '99999-01-01',
      '2999-01-01T00:00:00Z',
    ),
  },
);

function patternOf({ pattern }: Schema): fc.Arbitrary<string> {
  return typeof pattern === 'string' ? fc.stringMatching(new RegExp(pattern)) : headerText;
}

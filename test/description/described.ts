import assert from 'node:assert/strict';

import { Ajv2020 } from 'ajv/dist/2020.js';
import type { HTTPMethods } from 'fastify';
import * as Type from 'typebox';
import { Parse } from 'typebox/value';

import { describedFiles } from '../../scripts/describe/files.ts';

const Schema = Type.Record(Type.String(), Type.Unknown());
export type Schema = Type.Static<typeof Schema>;

const Content = Type.Object({
  schema: Schema,
  example: Type.Optional(Type.Unknown()),
  examples: Type.Optional(Type.Record(Type.String(), Type.Object({ value: Type.Unknown() }))),
});
const Contents = Type.Record(Type.String(), Content);

const Parameter = Type.Object({
  name: Type.String(),
  in: Type.Enum(['path', 'query', 'header']),
  required: Type.Boolean(),
  schema: Schema,
  example: Type.Optional(Type.Unknown()),
});
export type Parameter = Type.Static<typeof Parameter>;

const Operation = Type.Object({
  operationId: Type.String(),
  summary: Type.String({ minLength: 1 }),
  description: Type.String({ minLength: 1 }),
  tags: Type.Array(Type.String(), { minItems: 1 }),
  security: Type.Array(Type.Unknown()),
  parameters: Type.Optional(Type.Array(Parameter)),
  requestBody: Type.Optional(Type.Object({ required: Type.Literal(true), content: Contents })),
  responses: Type.Record(
    Type.String(),
    Type.Object({ description: Type.String({ minLength: 1 }), content: Type.Optional(Contents) }),
  ),
});

const Document = Type.Object({
  paths: Type.Record(Type.String(), Type.Record(Type.String(), Operation)),
});

/** One operation of the published description, with its references resolved. */
export type Described = Type.Static<typeof Operation> &
  Readonly<{ path: string; method: HTTPMethods }>;

/** Reads the published description only, as a foreign client does. */
export function readDescription(): readonly Described[] {
  const document: unknown = JSON.parse(describedFiles().get('openapi.json') ?? '');
  const { paths } = Parse(Document, withoutReferences(document, document));
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  );
}

/** Checks with Ajv, an independent implementation that the service does not use. */
export function isValid(schema: Schema, value: unknown): boolean {
  const known = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, known);
  return known(value);
}

const ajv = new Ajv2020({ strict: false })
  .addFormat('date', (text: string) => isDate(text))
  .addFormat('email', /^\S+@\S+$/)
  .addFormat('int64', true);
const compiled = new Map<Schema, (value: unknown) => boolean>();

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(text)
  );
}

/** A copy in which each reference is replaced by its target. */
export function withoutReferences(part: unknown, document: unknown): unknown {
  const targetOf = (reference: string) => {
    const [, ...names] = reference.split('/');
    const target = names.reduce<unknown>(
      (found, name) => Reflect.get(Object(found), name),
      document,
    );
    assert.ok(target !== undefined, `${reference} leads nowhere`);
    return target;
  };
  const resolve = (_key: string, value: unknown) =>
    typeof value === 'object' && value !== null && '$ref' in value
      ? targetOf(String(value.$ref))
      : value;
  return JSON.parse(JSON.stringify(part, resolve));
}

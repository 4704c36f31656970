import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { Ajv } from 'ajv';
import * as Type from 'typebox';
import { parse } from 'yaml';

import { profileWith } from '../test/profile-file.ts';
import { Profile } from '../server/config/profile.ts';
import { profileKeys } from './profile-keys.ts';
import { within } from './profile-schema.ts';
import { references } from './references.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const isRight = new Ajv({ allErrors: true }).compile(
  schemaOf(JSON.parse(read('config/profile.schema.json'))),
);

function schemaOf(value: unknown): object {
  assert.ok(typeof value === 'object' && value !== null);
  return value;
}

/** The paths at which a profile with this text is invalid by the JSON Schema, without the parents of other paths. */
function wrongPlaces(text: string): string[] {
  if (isRight(parse(text))) return [];
  const places = [...new Set(isRight.errors?.map(({ instancePath }) => instancePath))];
  return places.filter((place) => !places.some((other) => other.startsWith(`${place}/`)));
}

test('what is made from the code is as `npm run reference` writes it', () => {
  const made = Object.entries(references(root));
  assert.equal(made.length, 5);
  for (const [path, text] of made) assert.equal(read(path), text, path);
});

test('the shipped profiles are right by the schema that their first line names', () => {
  for (const name of ['local', 'test', 'production']) {
    const text = read(`config/${name}.yaml`);
    assert.match(text, /^# yaml-language-server: \$schema=profile\.schema\.json\n/, name);
    assert.deepEqual(wrongPlaces(text), [], name);
  }
});

test('every key has a description, and every description its key', () => {
  assert.deepEqual(Object.keys(profileKeys).toSorted(), keysOf(Profile, '').toSorted());
});

function keysOf(schema: Type.TSchema, path: string): string[] {
  if (Type.IsArray(schema)) return keysOf(schema.items, `${path}[]`);
  if (!Type.IsObject(schema)) return [];
  return Object.entries(schema.properties).flatMap(([name, key]) => [
    within(path, name),
    ...keysOf(key, within(path, name)),
  ]);
}

test('a variable or a file may stand for any value, and an empty key for its default', () => {
  for (const sections of [
    'http: { port: "${PORT}", host: "${file:/run/host}" }\navatars: { enabled: "${AVATARS:-true}" }',
    'http: { allowedHosts: "${HOSTS}", publicScheme: "${SCHEME:-https}" }',
    'http:\nsession:\n  extension: ${EXTENSION:-8h}\n  secrets:\nstore:\n  url:\n',
    'session: { extension: 90m, longest: "${LONGEST:-}" }\nlog: { level: "${LEVEL}" }',
  ])
    assert.deepEqual(wrongPlaces(profileWith(sections)), [], sections);
});

test('an editor marks what is wrong', () => {
  for (const [sections, place] of [
    ['htpp: {}', ''],
    ['http: { prot: 8080 }', '/http'],
    ['http: { port: eighty }', '/http/port'],
    ['http: { port: 99999 }', '/http/port'],
    ['tasks: { mostPerPerson: many }', '/tasks/mostPerPerson'],
    ['avatars: { enabled: "yes" }', '/avatars/enabled'],
    ['session: { extension: soon }', '/session/extension'],
    ['session: { secrets: [5] }', '/session/secrets/0'],
    ['localProvider: { users: [{ name: Ada }] }', '/localProvider/users/0'],
    ['log: { level: loud }', '/log/level'],
  ] as const)
    assert.deepEqual(wrongPlaces(profileWith(sections)), [place], sections);
  assert.deepEqual(wrongPlaces('log: { level: info }'), [''], 'no provider');
  assert.deepEqual(wrongPlaces('auth: { tenant: a, providers: [] }'), ['/auth/providers']);
});

import * as Type from 'typebox';
import { parse } from 'yaml';

import { profileKeys } from './profile-keys.ts';
import { defaultOf, within } from './profile-schema.ts';
import { expectedOf, Profile } from '../server/config/profile.ts';
import { placeholder } from '../server/config/variables.ts';

/** The text of docs/reference/configuration.md. `profiles`: the text of each shipped profile by its name (pure). */
export function configurationReference(profiles: Readonly<Record<string, string>>): string {
  return [
    '# Configuration',
    '',
    'A profile is chosen with `PROFILE` ([how](profiles.md)). Made from `server/config/profile.ts` and the shipped profiles by `npm run reference`.',
    'A duration is a number with a unit, such as `500ms`, `30s`, `10m` or `8h`.',
    '',
    '## Keys of a profile',
    '',
    ...table(['key', 'value', 'default', 'meaning'], rowsOf('', Profile.properties)),
    '',
    '## Variables of the shipped profiles',
    '',
    'Each may be a file instead: `NAME_FILE` names one that has the value of `NAME`. A cell has the default, if any; a dash: not used.',
    '',
    ...table(['variable', 'key', ...Object.keys(profiles)], variableRows(profiles)),
    '',
  ].join('\n');
}

/** A row for each key; keys in sections and in lists of sections have their whole path as name. */
function rowsOf(path: string, properties: Type.TProperties): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const key = within(path, name);
    if (Type.IsObject(schema)) return rowsOf(key, schema.properties);
    const { description = '', absent } = profileKeys[key] ?? {};
    const row = [
      `\`${key}\``,
      valueOf(schema),
      absent ?? shownDefault(defaultOf(schema)),
      description,
    ];
    const entries =
      Type.IsArray(schema) && Type.IsObject(schema.items)
        ? rowsOf(`${key}[]`, schema.items.properties)
        : [];
    return [row, ...entries];
  });
}

function valueOf(schema: Type.TSchema): string {
  const { expected } = expectedOf(schema);
  const isOfTexts = Type.IsArray(schema) && !Type.IsObject(schema.items);
  const value = isOfTexts ? `${expected}: ${expectedOf(schema.items).expected}` : expected;
  return value
    .replace(/^(a duration|a port) .*/, '$1')
    .replace(/^(a whole number from|one of) /, '')
    .replaceAll('<', '\\<');
}

function shownDefault(byDefault: unknown): string {
  if (byDefault === undefined) return 'required';
  return `\`${typeof byDefault === 'string' ? byDefault : JSON.stringify(byDefault)}\``;
}

function variableRows(profiles: Readonly<Record<string, string>>): string[][] {
  const found = Object.values(profiles).map((text) => new Map(variablesOf(parse(text), '')));
  const keys = new Map(
    found.flatMap((variables) => [...variables].map(([name, { key }]) => [name, key])),
  );
  return [...keys]
    .toSorted(([name], [other]) => (name < other ? -1 : 1))
    .map(([name, key]) => [
      `\`${name}\``,
      `\`${key}\``,
      ...found.map((variables) => variableCell(variables.get(name))),
    ]);
}

type Variable = Readonly<{ key: string; fallback: string | undefined }>;

/** The variables of a parsed profile, each with the key that uses it. */
function variablesOf(value: unknown, key: string): (readonly [name: string, Variable])[] {
  if (typeof value === 'string')
    return [...value.matchAll(placeholder)].flatMap(([, , name, fallback]) =>
      name === undefined ? [] : [[name, { key, fallback }] as const],
    );
  if (Array.isArray(value)) return value.flatMap((item) => variablesOf(item, `${key}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => variablesOf(item, within(key, name)));
}

function variableCell(variable: Variable | undefined): string {
  if (variable === undefined) return '–';
  return variable.fallback === undefined
    ? 'required'
    : variable.fallback && `\`${variable.fallback}\``;
}

/** A Markdown table with padded columns, as the formatter writes it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[], fill = ' ') =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width, fill)).join(' | ')} |`;
  return [line(head), line([], '-'), ...rows.map((row) => line(row))];
}

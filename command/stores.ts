import { isAbsolute, resolve } from 'node:path';

import type { Config } from '../server/config.ts';
import { loadConfig } from '../server/config.ts';
import { expectedStoreUrl } from '../server/config/values.ts';
import { placeholder, substitute } from '../server/config/variables.ts';
import type { CommandContext, CommandInput } from './command.ts';
import { openPostgresSource, openPostgresTarget } from './store/postgres.ts';
import { StoreError } from '../server/store/store.ts';
import type { Source, Target } from './store/rows.ts';
import { openSqliteSource, openSqliteTarget } from './store/sqlite.ts';

/** The profile that the environment names, without its secrets for `data`. Throws a ConfigError with every fault. */
export const readProfile = (
  { env, packageFolder }: CommandContext,
  reads: 'all' | 'data' = 'data',
): Config => loadConfig({ env, packageFolder, reads });

/**
 * The address of the store in `--store`, or else in the profile. `--store` is FILE, `sqlite:FILE` or an address of PostgreSQL, with
 * variables as in a profile, or `file:PATH`, a file that contains one of these. Warns of a password among the arguments.
 */
export function storeOf({ option }: CommandInput, context: CommandContext): string {
  const named = option('store');
  if (named === undefined) return readProfile(context).store.url;
  const { env, printError } = context;
  if (withPassword.test(named.replaceAll(placeholder, '')))
    printError(
      'WARNING: the arguments hold a password, which everybody on this machine can read: give the address as ' +
        '${NAME} or file:PATH, or leave the password to PGPASSWORD or ~/.pgpass',
    );
  const ofFile = named.startsWith('file:') && `\${file:${resolve(named.slice('file:'.length))}}`;
  const { text, faults } = substitute(ofFile || named, env);
  if (faults.length > 0) throw new Error(`No store is named: ${faults.join(', ')}`);
  if (/^(sqlite:|postgres(ql)?:\/\/)/.test(text)) return text;
  // Messages contain the name of a file, and a mistyped address may contain a password.
  if (text !== named && (!isAbsolute(text) || /[\r\n]/.test(text)))
    throw new Error(
      `No store is named: expected ${expectedStoreUrl}, or an absolute path, in variable or file`,
    );
  return `sqlite:${resolve(text)}`;
}

const withPassword = /^postgres(ql)?:\/\/([^:/?#@]*:[^/?#]+@|.*[?&]\w*password=[^&])/;

/** The path of an embedded database; undefined for one in PostgreSQL. */
export const fileOf = (url: string): string | undefined =>
  url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined;

/** Opens a store to read it in one snapshot. Refuses a store without a schema of Dueline. */
export async function openSource(url: string): Promise<Source> {
  const path = fileOf(url);
  const source = path === undefined ? await openPostgresSource(url) : openSqliteSource(path);
  if (source.version > 0) return source;
  await source[Symbol.asyncDispose]();
  throw new StoreError('failed', 'The source is no database of Dueline');
}

/**
 * Opens a store to write it, and migrates it first unless `migrates` is false. Refuses a PostgreSQL database that is in use,
 * unless `mayBeInUse`. `isDraft`: see `openSqliteTarget`.
 */
export async function openTarget(
  url: string,
  options: Readonly<{ mayBeInUse?: boolean; isDraft?: boolean; migrates?: boolean }> = {},
): Promise<Target> {
  const path = fileOf(url);
  if (path === undefined) return openPostgresTarget(url, options);
  return openSqliteTarget(path, options);
}

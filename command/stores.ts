import { resolve } from 'node:path';

import type { Config } from '../server/config.ts';
import { loadConfig } from '../server/config/load.ts';
import type { CommandContext, CommandInput } from './command.ts';
import { openPostgresSource, openPostgresTarget } from './store/postgres-rows.ts';
import type { Source, Target } from './store/rows.ts';
import { openSqliteSource, openSqliteTarget } from './store/sqlite-rows.ts';

/** The profile that the environment names. Throws a ConfigError with every fault. */
export const readProfile = ({ env, packageFolder }: CommandContext): Config =>
  loadConfig({ env, packageFolder });

/** The store that `--store` names; else that of the profile. */
export function storeOf(input: CommandInput, context: CommandContext): string {
  const named = input.text('store');
  return named === undefined ? readProfile(context).store.url : urlOf(named);
}

/** The address of a store that an option names as `sqlite:FILE`, FILE or an address of PostgreSQL. */
export const urlOf = (named: string): string =>
  /^(sqlite:|postgres(ql)?:\/\/)/.test(named) ? named : `sqlite:${resolve(named)}`;

/** The path of an embedded database; undefined for one in PostgreSQL. */
export const fileOf = (url: string): string | undefined =>
  url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined;

/** Opens a store to read it in one snapshot. */
export async function openSource(url: string): Promise<Source> {
  const path = fileOf(url);
  return path === undefined ? openPostgresSource(url) : openSqliteSource(path);
}

/** Opens a store to write it. Refuses one in PostgreSQL that is in use, unless it may be. */
export async function openTarget(url: string, { mayBeInUse = false } = {}): Promise<Target> {
  const path = fileOf(url);
  return path === undefined ? openPostgresTarget(url, { mayBeInUse }) : openSqliteTarget(path);
}

import { resolve } from 'node:path';

import { openPostgresSource } from './store/postgres-rows.ts';
import { openSqliteSource } from './store/sqlite-rows.ts';
import type { UntouchedSource } from './store/tables.ts';
import type { Given, Surroundings } from './command.ts';
import { readProfile } from './profile.ts';

/** The store that `--store` names; else that of the profile. */
export function storeOf(given: Given, at: Surroundings): string {
  const named = given.text('store');
  return named === undefined ? readProfile(at).store.url : urlOf(named);
}

/** The address of a store that an option names as `sqlite:FILE`, FILE or an address of PostgreSQL. */
export const urlOf = (named: string): string =>
  /^(sqlite:|postgres(ql)?:\/\/)/.test(named) ? named : `sqlite:${resolve(named)}`;

/** The path of an embedded database; undefined for one in PostgreSQL. */
export const fileOf = (url: string): string | undefined =>
  url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined;

/** Opens a store for reading, in one snapshot, for as long as `work` takes. */
export async function withSource<T>(url: string, work: (source: UntouchedSource) => Promise<T>): Promise<T> {
  const path = fileOf(url);
  const source = path === undefined ? await openPostgresSource(url) : openSqliteSource(path);
  try {
    return await work(source);
  } finally {
    await source.close();
  }
}

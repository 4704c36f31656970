import { resolve } from 'node:path';

import type { Config } from '../server/config.ts';
import { loadConfig } from '../server/config/load.ts';
import type { Given, Surroundings } from './command.ts';

/** The profile that the environment names. Throws a ConfigError with every fault. */
export const readProfile = ({ env, packageFolder }: Surroundings): Config =>
  loadConfig({ env, packageFolder });

/** The store that `--store` names, as `sqlite:FILE`, FILE or an address of PostgreSQL; else that of the profile. */
export function storeOf(given: Given, at: Surroundings): string {
  const named = given.text('store');
  if (named === undefined) return readProfile(at).store.url;
  return /^(sqlite:|postgres(ql)?:\/\/)/.test(named) ? named : `sqlite:${resolve(named)}`;
}

/** The path of an embedded database; undefined for one in PostgreSQL. */
export const fileOf = (url: string): string | undefined =>
  url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined;

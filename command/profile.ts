import type { Config } from '../server/config.ts';
import { loadConfig } from '../server/config/load.ts';
import type { Surroundings } from './command.ts';

/** The profile that the environment names. Throws a ConfigError with every fault. */
export const readProfile = ({ env, packageFolder }: Surroundings): Config =>
  loadConfig({ env, packageFolder });

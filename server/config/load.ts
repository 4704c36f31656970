import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { parseDocument } from 'yaml';

import type { Config } from '../config.ts';
import { completeProfile } from '../config.ts';
import { checkProfile, ConfigError, theFile } from './check.ts';
import type { Env } from './variables.ts';

type Loading = Readonly<{
  env: Env;
  packageFolder: string;
  /** Changes, until it is disposed, as whom the data folder is used. */
  actIn?: (folder: string) => Disposable;
}>;

/**
 * Reads the profile that PROFILE names, and makes the secrets that a local profile lacks. CONFIG says where its file is when
 * it is not in config/; without PROFILE that is a production profile. Throws a ConfigError with every fault at once.
 */
export function loadConfig({ env, packageFolder, actIn }: Loading): Config {
  const name = env['PROFILE'] || (env['CONFIG'] ? 'production' : 'local');
  if (!/^[\w-]+$/.test(name))
    throw new ConfigError('the environment', [
      { key: 'PROFILE', message: `expected the name of a profile, found ${JSON.stringify(name)}` },
    ]);
  const path = env['CONFIG'] ? resolve(env['CONFIG']) : join(packageFolder, 'config', `${name}.yaml`);
  const isProduction = name !== 'local' && name !== 'test';
  const { profile, faults } = checkProfile(parseFile(path), env, isProduction);
  if (profile === undefined) throw new ConfigError(path, faults);
  using _acting = actIn?.(resolve(packageFolder, profile.data, 'secrets'));
  return completeProfile(profile, { name, isProduction, packageFolder });
}

function parseFile(path: string): unknown {
  try {
    const document = parseDocument(readFileSync(path, 'utf8'), { prettyErrors: true, logLevel: 'error' });
    // The parser's own messages quote the line, which may hold a secret.
    const faults = document.errors.map(({ code, linePos }) => ({
      key: `line ${linePos?.[0].line ?? '?'}`,
      message: `is not YAML (${code.toLowerCase().replaceAll('_', ' ')})`,
    }));
    if (faults.length > 0) throw new ConfigError(path, faults);
    return document.toJS();
  } catch (error) {
    if (!(error instanceof Error) || error instanceof ConfigError) throw error;
    // toJS throws it for an alias without its anchor, and for too many aliases.
    const isAlias = error instanceof ReferenceError;
    const message = isAlias ? 'has aliases that cannot be resolved' : `cannot be read: ${error.message}`;
    throw new ConfigError(path, [{ key: theFile, message }]);
  }
}

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { Check } from 'typebox/value';
import { parseDocument } from 'yaml';
import type { Document } from 'yaml';

import type { Config } from '../config.ts';
import { completeProfile } from './complete.ts';
import { ConfigError } from './faults.ts';
import { freeze } from './freeze.ts';
import { Profile } from './profile.ts';
import { readBySchema } from './read.ts';
import { ruleFaults } from './rules.ts';
import type { Env } from './variables.ts';

/**
 * Reads the profile that PROFILE names, and makes the secrets that a local profile lacks. CONFIG says where its file is when
 * it is not in config/; without PROFILE that is a production profile. Throws a ConfigError with every fault at once.
 */
export function loadConfig({ env, packageFolder }: { env: Env; packageFolder: string }): Config {
  const profile = env['PROFILE'] || (env['CONFIG'] ? 'production' : 'local');
  if (!/^[\w-]+$/.test(profile))
    throw new ConfigError('PROFILE', [{ key: 'PROFILE', message: 'expected the name of a profile' }]);
  const path = env['CONFIG'] ? resolve(env['CONFIG']) : join(packageFolder, 'config', `${profile}.yaml`);
  const isProduction = profile !== 'local' && profile !== 'test';
  const { value, faults } = readBySchema(Profile, parseFile(path), env);
  const broken = ruleFaults(value, isProduction).filter(
    ({ key }) => !faults.some((fault) => fault.key.startsWith(key)),
  );
  if (faults.length + broken.length > 0 || !Check(Profile, value)) {
    throw new ConfigError(path, [...faults, ...broken]);
  }
  return freeze(completeProfile(value, { profile, isProduction, packageFolder }));
}

function parseFile(path: string): unknown {
  const document = parseDocument(readText(path), { prettyErrors: true, logLevel: 'error' });
  if (document.errors.length === 0) return resolveAliases(path, document);
  // The parser's own messages quote the line, which may hold a secret.
  const faults = document.errors.map(({ code, linePos }) => ({
    key: `line ${linePos?.[0].line ?? '?'}`,
    message: `is not YAML (${code.toLowerCase().replaceAll('_', ' ')})`,
  }));
  throw new ConfigError(path, faults);
}

/** The parser finds an alias without its anchor, or too many of them, only here. */
function resolveAliases(path: string, document: Document): unknown {
  try {
    return document.toJS();
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    throw new ConfigError(path, [{ key: '(the file)', message: 'has aliases that cannot be resolved' }]);
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new ConfigError(path, [{ key: '(the file)', message: `cannot be read: ${error.message}` }]);
  }
}

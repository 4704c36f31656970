import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';

import { ConfigError } from '../server/config/faults.ts';
import { loadConfig } from '../server/config.ts';
import type { Cleanup } from './folder.ts';
import { emptyFolder } from './folder.ts';

/** The path of a new profile file with this text, or with this content: JSON is YAML. */
export function profileFile(t: Cleanup, profile: string | object): string {
  const path = join(emptyFolder(t), 'profile.yaml');
  writeFileSync(path, typeof profile === 'string' ? profile : JSON.stringify(profile), {
    mode: 0o600,
  });
  return path;
}

/** The text of a profile with one provider and these sections. */
export function profileWith(sections: string): string {
  return `auth:
  tenant: one
  providers:
    - id: one
      label: One
      issuer: https://id.example.com
      clientId: c
      clientSecret: s
${sections}`;
}

/** Loads a profile file with this text from a folder of its own, as the profile `local` unless `env` names another. */
export function load(t: TestContext, text: string, env: Record<string, string> = {}) {
  const CONFIG = profileFile(t, text);
  return loadConfig({ env: { PROFILE: 'local', ...env, CONFIG }, packageFolder: dirname(CONFIG) });
}

export const messageOf = (t: TestContext, text: string) => refusalOf(t, text).message;

/** The faults of a profile file with this text: message by key. */
export const faultsOf = (t: TestContext, text: string, env: Record<string, string> = {}) =>
  new Map(refusalOf(t, text, env).faults.map(({ key, message }) => [key, message]));

function refusalOf(t: TestContext, text: string, env: Record<string, string> = {}): ConfigError {
  try {
    load(t, text, env);
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error;
  }
  assert.fail('the profile was accepted');
}

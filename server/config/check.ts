import { Check, Default } from 'typebox/value';

import type { Reading } from './faults.ts';
import { Profile } from './profile.ts';
import { checkRules } from './rules.ts';
import type { Env } from './variables.ts';
import { readItem } from './walk.ts';

/**
 * Makes the profile of a parsed file: inserts variables and files, converts texts, adds defaults and checks everything. Without a
 * fault there is a profile. `leavesSecrets`: session and client secrets are neither read nor required.
 */
export function checkProfile(
  document: unknown,
  env: Env,
  isProduction: boolean,
  leavesSecrets = false,
) {
  const reading: Reading = { env, faults: [], hidden: new Set(), leavesSecrets };
  const found = readItem({ key: '', schema: Profile, value: document ?? {} }, reading);
  const value = found === undefined ? undefined : Default(Profile, found);
  if (value !== undefined) checkRules(value, isProduction, reading);
  const { faults } = reading;
  if (faults.length === 0 && Check(Profile, value)) return { profile: value, faults };
  return { faults };
}

import { stringify } from 'yaml';

import { ConfigError } from '../server/config/faults.ts';
import { Profile } from '../server/config/profile.ts';
import { inspectStore } from './store/inspect.ts';
import { StoreError } from '../server/store/store.ts';
import { checkProfile } from './check-profile.ts';
import { checkProvider } from './check-provider.ts';
import type { Run } from './command.ts';
import type { Finding } from './finding.ts';
import { fault, ok } from './finding.ts';
import { maskSecrets } from './mask.ts';
import { readProfile } from './profile.ts';

/** Prints the profile as it takes effect, without secrets, and one line for each finding. */
export const checkConfig: Run = async (given, at) => {
  const findings: Finding[] = [];
  try {
    const config = readProfile(at);
    at.print(stringify(maskSecrets(config, Profile)));
    findings.push(...checkProfile(config));
    if (!given.isSet('offline')) {
      at.progress('Asking the store and the provider');
      findings.push(await checkStore(config.store.url), ...(await checkProvider(config, at)));
      at.progress('');
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    findings.push(...error.faults.map(({ key, message }) => fault(key, message)));
  }
  for (const { level, key, text } of findings) at.print(`${level.padEnd(7)}  ${key}: ${text}`);
  return findings.some(({ level }) => level === 'fault') ? 1 : 0;
};

async function checkStore(url: string): Promise<Finding> {
  try {
    const { version, known } = await inspectStore(url);
    if (version === 0) return ok('store.url', 'can be written; the first start makes the tables');
    const next = version < known ? `; the next start makes version ${known} of it` : '';
    return ok('store.url', `can be written, and has version ${version} of the schema${next}`);
  } catch (error) {
    if (error instanceof StoreError) return fault('store.url', error.message);
    throw error;
  }
}

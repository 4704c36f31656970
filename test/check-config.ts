import type { TestContext } from 'node:test';

import type { CommandContext } from '../command/commands.ts';
import { wait } from '../server/world.ts';
import { emptyFolder } from './folder.ts';
import { profileFile } from './profile-file.ts';
import { startedHere } from './started-here.ts';

type Provider = Readonly<{ issuer: string; clientId?: string; clientSecret?: string }>;

/** The part of a profile that declares this provider. */
export const authOf = (provider: Provider, more: object = {}) => ({
  auth: { tenant: 'here', providers: [{ id: 'here', label: 'Here', ...provider, ...more }] },
});

/** The findings of a profile with these sections. */
export async function checkConfig(
  t: TestContext,
  profile: object,
  args: readonly string[] = [],
  fetch = globalThis.fetch,
) {
  const data = emptyFolder(t);
  return checkFile(profileFile(t, { data, localProvider: { enabled: false }, ...profile }), args, { fetch });
}

/** The findings of a profile file; `others` is what the command prints before them. */
export async function checkFile(file: string, args: readonly string[], replaced: Partial<CommandContext>) {
  const { code, printed } = await startedHere(['check-config', ...args], file, undefined, {
    wait,
    ...replaced,
  });
  const lines = printed.split('\n').filter((line) => /^(ok|warning|fault) /.test(line));
  const others = printed.split('\n').filter((line) => !lines.includes(line));
  return { code, findings: lines.map((line) => line.replace(/ +/, ' ')), others: others.join('\n') };
}

import type { CommandContext } from '../command/command.ts';
import { runCommand } from '../command/run.ts';
import { wait } from '../server/world.ts';
import type { Cleanup } from './folder.ts';
import { emptyFolder } from './folder.ts';
import { projectFolder } from './process.ts';
import { profileFile } from './profile-file.ts';

/** Runs a command in this process with the profile of this file. `duringWait` runs instead of each wait. */
export async function startedHere(
  args: readonly string[],
  config: string,
  duringWait: () => Promise<void> = async () => {},
  replaced: Partial<CommandContext> = {},
) {
  const printed: string[] = [];
  const told: string[] = [];
  const waited: number[] = [];
  const code = await runCommand(args, {
    env: { PROFILE: 'test', CONFIG: config, PORT: '0', DATA: '/nonexistent' },
    packageFolder: projectFolder,
    print: (line) => void printed.push(`${line}\n`),
    printError: (line) => void told.push(`${line}\n`),
    ask: async () => undefined,
    fetch: globalThis.fetch,
    async wait(milliseconds) {
      waited.push(milliseconds);
      await duringWait();
    },
    // The clock moves on by what was waited.
    nowMs: () => waited.reduce((sum, milliseconds) => sum + milliseconds, Date.now()),
    ...replaced,
  });
  return { code, printed: printed.join(''), told: told.join(''), waited };
}

type Provider = Readonly<{ issuer: string; clientId?: string; clientSecret?: string }>;

/** The part of a profile that declares this provider. */
export const authOf = (provider: Provider, more: object = {}) => ({
  auth: { tenant: 'here', providers: [{ id: 'here', label: 'Here', ...provider, ...more }] },
});

/** The findings of a profile with these sections. */
export async function checkConfig(
  t: Cleanup,
  profile: object,
  args: readonly string[] = [],
  fetch = globalThis.fetch,
) {
  const data = emptyFolder(t);
  return checkFile(profileFile(t, { data, localProvider: { enabled: false }, ...profile }), args, {
    fetch,
  });
}

/** The findings of a profile file; `others` is the output of the command before them. */
export async function checkFile(
  file: string,
  args: readonly string[],
  replaced: Partial<CommandContext>,
) {
  const parts = { wait, ...replaced };
  const { code, printed } = await startedHere(['check-config', ...args], file, undefined, parts);
  const lines = printed.split('\n').filter((line) => /^(ok|warning|fault) /.test(line));
  const others = printed.split('\n').filter((line) => !lines.includes(line));
  return {
    code,
    findings: lines.map((line) => line.replace(/ +/, ' ')),
    others: others.join('\n'),
  };
}

import type { CommandContext } from '../command/commands.ts';
import { runCommand } from '../command/run.ts';
import { projectFolder } from './process.ts';

/** Runs a command in this process with the profile of this file. `duringWait` runs instead of each wait. */
export async function startedHere(
  args: readonly string[],
  config: string,
  duringWait: () => Promise<void> = async () => {},
  replaced: Partial<CommandContext> = {},
) {
  const [printed, told, waited]: [string[], string[], number[]] = [[], [], []];
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
    nowMs: Date.now,
    ...replaced,
  });
  return { code, printed: printed.join(''), told: told.join(''), waited };
}

import { parseArgs } from 'node:util';

/** Runs a command of the operator. An error ends the process with exit code 1 and its message, without a stack. */
export async function runCommand(work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** The values of `--from` and `--to`. Throws the usage when one is missing. */
export function readFromAndTo(usage: string): Readonly<{ from: string; to: string }> {
  const { from, to } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } }).values;
  if (from === undefined || to === undefined) throw new Error(usage);
  return { from, to };
}

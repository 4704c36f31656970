import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import type { Command, CommandContext, CommandInput, Option } from './command.ts';
import { UsageError } from './command.ts';
import { commands } from './commands.ts';

/** Exit codes: 0 done, 1 failed, 2 wrong use. */
const exitCodes = { done: 0, failed: 1, wrongUse: 2 } as const;

/** Runs the command that `args` name, and resolves with its exit code. Prints an error as its message, without a stack. */
export async function runCommand(args: readonly string[], given: CommandContext): Promise<number> {
  const context: CommandContext = {
    ...given,
    print: (text) => given.print(printable(text)),
    printError: (text) => given.printError(printable(text)),
    progress: (text) => given.progress(printable(text)),
    ask: (question) => given.ask(printable(question)),
  };
  try {
    const { command, rest, isHelp } = findCommand(args);
    if (isHelp) context.print(command === undefined ? overview() : helpOf(command));
    if (isHelp || command === undefined) return exitCodes.done;
    const input = read(command, rest);
    const envFile = input.text('env');
    if (envFile !== undefined) loadVariables(envFile);
    const run = await command.load();
    return await run(input, context);
  } catch (error) {
    context.progress('');
    context.printError(error instanceof Error ? error.message : String(error));
    return error instanceof UsageError ? exitCodes.wrongUse : exitCodes.failed;
  }
}

/**
 * A terminal obeys control characters, and shows other text than it gets where the direction changes. Every command prints
 * texts of people and providers, so they are escaped here, as JSON does: JSON stays JSON with the same content.
 */
const printable = (text: string) =>
  text.replaceAll(
    /(?![\t\n])[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A byte order mark would be part of the first name: without its PROFILE a service would start in the local profile. */
function loadVariables(file: string): void {
  if (readFileSync(file, 'utf8').startsWith('\uFEFF'))
    throw new Error(`${file} begins with a byte order mark: save it as UTF-8 without one`);
  process.loadEnvFile(file);
}

type Found = Readonly<{ command?: Command; rest: readonly string[]; isHelp: boolean }>;

/** `dueline help user list`, `dueline user list --help` and `dueline --help` all ask for help. */
function findCommand(args: readonly string[]): Found {
  const isHelp = args[0] === 'help' || args.some((word) => word === '--help' || word === '-h');
  const words = args.filter(
    (word, index) => !(word === 'help' && index === 0) && !/^(--help|-h)$/.test(word),
  );
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  if (command !== undefined) return { command, rest: words.slice(command.name.split(' ').length), isHelp };
  if (isHelp && words.length === 0) return { rest: [], isHelp };
  if (words.length === 0) throw new UsageError(overview());
  const typed = words.slice(0, words[0] === 'user' ? 2 : 1).join(' ');
  throw new UsageError(`There is no command ${typed}\n\n${overview()}`);
}

/** Refuses an unknown option, and more or fewer operands than the command takes. */
function read(command: Command, args: readonly string[]): CommandInput {
  const { values, positionals } = parse(command, args);
  const wanted = command.operand === undefined ? 0 : 1;
  if (positionals.length !== wanted) throw new UsageError(helpOf(command));
  return {
    operand: positionals[0] ?? '',
    text: (option) => {
      const value = values[option];
      return typeof value === 'string' && value !== '' ? value : undefined;
    },
    isSet: (option) => values[option] === true,
  };
}

function parse(command: Command, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(command.options ?? {}).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // Node's message for a wrong option or a value that is missing.
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${reason}\n\n${helpOf(command)}`);
  }
}

/** What `dueline help` prints. */
function overview(): string {
  const width = Math.max(...commands.map((command) => callOf(command).length));
  return [
    'Usage: dueline COMMAND [OPTION]...',
    '',
    ...commands.map((command) => `  ${callOf(command).padEnd(width)}  ${command.summary}`),
    '',
    '`dueline help COMMAND` has the options and an example. Exit codes: 0 done, 1 failed, 2 wrong use.',
  ].join('\n');
}

/** What `--help` of a command prints. */
function helpOf(command: Command): string {
  const { summary, notes = [], example } = command;
  const options = optionsOf(command);
  const width = Math.max(...options.map(([call]) => call.length));
  return [
    `Usage: dueline ${callOf(command)}${options.length > 0 ? ' [OPTION]...' : ''}`,
    '',
    summary,
    ...notes,
    '',
    ...options.map(([call, description]) => `  ${call.padEnd(width)}  ${description}`),
    ...(options.length > 0 ? [''] : []),
    `Example: ${example}`,
  ].join('\n');
}

/** Such as `backup FILE`. */
export const callOf = ({ name, operand }: Command) => (operand === undefined ? name : `${name} ${operand}`);

/** Such as `--env FILE`, each with its description. */
export const optionsOf = ({
  options = {},
}: Command): ReadonlyArray<readonly [call: string, description: string]> =>
  Object.entries(options).map(([name, option]) => [optionCall(name, option), option.description]);

const optionCall = (name: string, { value }: Option) =>
  value === undefined ? `--${name}` : `--${name} ${value}`;

type Parts = Readonly<{
  stream: Readonly<{ write: (text: string) => unknown }>;
  isTerminal: boolean;
  nowMs: () => number;
}>;

const pauseMs = 10_000;

/**
 * Shows how far work has come: at a terminal in one line, which each text replaces; elsewhere as a line every ten seconds,
 * so that a short run prints none.
 */
export function makeProgress({ stream, isTerminal, nowMs }: Parts): (text: string) => void {
  let printedAtMs = nowMs();
  return (text) => {
    if (isTerminal) stream.write(`\r${text}\u001B[K`);
    if (isTerminal || text === '' || nowMs() - printedAtMs < pauseMs) return;
    stream.write(`${text}\n`);
    printedAtMs = nowMs();
  };
}

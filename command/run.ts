import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { parseArgs, parseEnv } from 'node:util';

import { isEmail } from '../server/config/values.ts';
import type { Command, CommandContext, CommandInput } from './command.ts';
import { UsageError } from './command.ts';
import { commands } from './commands.ts';

/**
 * Runs the command that `args` name, and resolves with its exit code: 0 done, 1 failed, 2 wrong use. Of an error it prints only
 * the message.
 */
export async function runCommand(
  args: readonly string[],
  rawContext: CommandContext,
): Promise<number> {
  const context: CommandContext = {
    ...rawContext,
    print: (text) => rawContext.print(printable(text)),
    printError: (text) => rawContext.printError(printable(text)),
    ask: (question) => rawContext.ask(printable(question)),
  };
  try {
    // `dueline help user list`, `dueline user list --help` and `dueline --help` all ask for help.
    const words = args.filter(
      (word, index) => !/^(--help|-h)$/.test(word) && (word !== 'help' || index > 0),
    );
    const isHelp = words.length < args.length;
    if (isHelp) {
      context.print(words.length === 0 ? overview() : helpOf(findCommand(words)));
      return 0;
    }
    const command = findCommand(words);
    const input = read(command, words.slice(command.name.split(' ').length));
    const envFile = input.option('env') ?? usualFileOf(command, input, rawContext);
    if (envFile !== undefined) loadVariables(envFile, context.env);
    const run = await command.load();
    return (await run(input, { ...context, envFile })) ?? 0;
  } catch (error) {
    context.printError(error instanceof Error ? error.message : String(error));
    if (error instanceof UsageError) return 2;
    return 1;
  }
}

/**
 * Escapes control and direction characters as JSON does, so that JSON keeps its content. Commands print texts of people and
 * providers, whose control characters a terminal would execute, and whose direction characters would change the text shown.
 */
const printable = (text: string) =>
  text.replaceAll(
    /(?![\t\n])[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The file with the variables of the machine's service, for a command that names no profile and no store; undefined without it. */
function usualFileOf(
  { options = {} }: Command,
  { option }: CommandInput,
  { env, usualEnvFile }: CommandContext,
): string | undefined {
  if (!('env FILE' in options) || option('store') || env['PROFILE'] || env['CONFIG'])
    return undefined;
  if (usualEnvFile !== undefined && existsSync(usualEnvFile)) return usualEnvFile;
  return undefined;
}

/**
 * Refuses a byte order mark, which would become part of the first name: without PROFILE the service starts in the local profile. A
 * secret without a variable is read from its file beside this one, the source of LoadCredential= in the unit.
 */
function loadVariables(file: string, env: CommandContext['env']): void {
  const text = readFileSync(file, 'utf8');
  if (text.startsWith('\uFEFF'))
    throw new Error(`${file} begins with a byte order mark: save it as UTF-8 without one`);
  for (const [name, value] of Object.entries(parseEnv(text.replaceAll(withHash, quoted)))) {
    if (env[name] !== undefined) continue;
    env[name] = value;
    // Node reads this variable only at its start.
    if (name === 'SSL_CERT_FILE') trust(readFileSync(env[name] ?? '', 'utf8'));
  }
  for (const secret of ['session-secret', 'client-secret']) {
    const name = secret.toUpperCase().replace('-', '_');
    const path = resolve(dirname(file), secret);
    if (!env[name] && !env[`${name}_FILE`] && existsSync(path)) env[`${name}_FILE`] = path;
  }
}

/** A value without quotes that contains #. Node would read the rest as a comment, systemd does not. */
const withHash = /^([ \t]*[A-Za-z_]\w*=)[ \t]*(?!['"`])([^\r\n]*#[^\r\n]*?)[ \t]*$/gm;

function quoted(_line: string, name: string, value: string): string {
  const quote = ["'", '`', '"'].find((each) => !value.includes(each)) ?? "'";
  return name + quote + value + quote;
}

function trust(authorities: string): void {
  const each =
    authorities.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  setDefaultCACertificates([...getCACertificates('default'), ...each]);
}

function findCommand(words: readonly string[]): Command {
  const found = commands.find(({ name }) => `${words.join(' ')} `.startsWith(`${name} `));
  if (found !== undefined) return found;
  const typed = words.slice(0, words[0] === 'user' ? 2 : 1).join(' ');
  throw new UsageError(
    words.length === 0 ? overview() : `There is no command ${typed}\n\n${overview()}`,
  );
}

/** Refuses an unknown or empty option, more or fewer operands than the command takes, and an invalid EMAIL. */
function read(command: Command, args: readonly string[]): CommandInput {
  const options = Object.fromEntries(
    Object.keys(command.options ?? {}).map((call) => {
      const [name = '', value] = call.split(' ');
      return [name, { type: value === undefined ? ('boolean' as const) : ('string' as const) }];
    }),
  );
  const { values, positionals } = parse();
  // A variable that is not set gives an empty option. Without the option, a command would change the store of the profile.
  const empty = Object.keys(values).find((name) => values[name] === '');
  if (empty !== undefined) throw new UsageError(`--${empty} is empty\n\n${helpOf(command)}`);
  if (positionals.length !== (command.operand === undefined ? 0 : 1))
    throw new UsageError(helpOf(command));
  const [operand = ''] = positionals;
  if (command.operand === 'EMAIL' && !isEmail(operand))
    throw new UsageError(`${operand} is no email address`);
  return {
    operand,
    option: (name) => {
      const value = values[name] ?? '';
      return (value === true ? name : value) || undefined;
    },
  };

  function parse() {
    try {
      return parseArgs({ args: [...args], options, allowPositionals: true });
    } catch (error) {
      // Node's message for a wrong option or a missing value.
      const reason = error instanceof Error ? error.message : String(error);
      throw new UsageError(`${reason}\n\n${helpOf(command)}`);
    }
  }
}

/** The output of `dueline help`. */
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

/** The output of `--help` of a command. */
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

/** The call of a command, such as `backup FILE`. */
export const callOf = ({ name, operand }: Command) =>
  operand === undefined ? name : `${name} ${operand}`;

/** The options of a command, such as `--env FILE`, each with its description. */
export const optionsOf = ({ options = {} }: Command) =>
  Object.entries(options).map(([call, description]) => [`--${call}`, description] as const);

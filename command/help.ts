import type { Command, Option } from './command.ts';
import { commands } from './commands.ts';

/** What `dueline help` prints. */
export function overview(): string {
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
export function helpOf(command: Command): string {
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

/** The text of docs/reference/command.md. */
export function referencePage(): string {
  return [
    '# The command `dueline`',
    '',
    'Exit codes: 0 done, 1 failed, 2 wrong use. The result is on standard output; warnings, hints and progress are on standard error.',
    'This page is made from `command/commands.ts`: `npm run reference`.',
    ...commands.flatMap((command) => ['', ...referenceOf(command)]),
    '',
  ].join('\n');
}

function referenceOf(command: Command): string[] {
  const { summary, notes = [], example } = command;
  const options = optionsOf(command);
  return [
    `## dueline ${callOf(command)}`,
    '',
    [summary, ...notes].join(' '),
    ...(options.length > 0 ? [''] : []),
    ...options.map(([call, description]) => `- \`${call}\`: ${description}`),
    '',
    '```sh',
    example,
    '```',
  ];
}

const callOf = ({ name, operand }: Command) => (operand === undefined ? name : `${name} ${operand}`);

const optionsOf = ({ options = {} }: Command): ReadonlyArray<readonly [call: string, description: string]> =>
  Object.entries(options).map(([name, option]) => [optionCall(name, option), option.description]);

const optionCall = (name: string, { value }: Option) =>
  value === undefined ? `--${name}` : `--${name} ${value}`;

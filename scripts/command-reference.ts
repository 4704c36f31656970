import type { Command } from '../command/commands.ts';
import { commands } from '../command/commands.ts';
import { callOf, optionsOf } from '../command/run.ts';

/** The text of docs/reference/command.md. */
export function commandReference(): string {
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

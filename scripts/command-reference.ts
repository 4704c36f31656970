import type { Command } from '../command/command.ts';
import { commands } from '../command/commands.ts';
import { callOf, optionsOf } from '../command/run.ts';

/** The text of docs/reference/command.md. */
export function commandReference(): string {
  return [
    '# The command `dueline`',
    '',
    'Exit codes: 0 done, 1 failed, 2 wrong use. The result is on standard output; warnings and hints are on standard error.',
    'Made from `command/commands.ts` by `npm run reference`.',
    '',
    'Options of several commands:',
    '',
    ...[...shared].map(([call, description]) => `- \`${call}\`: ${description}`),
    ...commands.flatMap((command) => ['', ...referenceOf(command)]),
    '',
  ].join('\n');
}

/** The options that several commands have with the same description. */
const all = commands.flatMap(optionsOf);
const shared = new Map(
  all.filter(
    ([call, description], index) =>
      all.findIndex((other) => other[0] === call && other[1] === description) < index,
  ),
);

function referenceOf(command: Command): string[] {
  const { summary, notes = [], example } = command;
  const options = optionsOf(command);
  const own = options.filter(([call, description]) => shared.get(call) !== description);
  const others = options.filter((option) => !own.includes(option)).map(([call]) => `\`${call}\``);
  const lines = [
    ...own.map(([call, description]) => `- \`${call}\`: ${description}`),
    ...(others.length > 0 ? [`- ${others.join(', ')}`] : []),
  ];
  return [
    `## dueline ${callOf(command)}`,
    '',
    [summary, ...notes].join(' '),
    ...(lines.length > 0 ? ['', ...lines] : []),
    '',
    '```sh',
    example,
    '```',
  ];
}

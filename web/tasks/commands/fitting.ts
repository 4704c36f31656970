import { commands, commandsOf } from './table.ts';
import type { Command, CommandFields, CommandName } from './table.ts';

type Target = { readonly fields: CommandFields };

/** The commands that the palette offers. With target rows, those that change them are first; without rows they are last. */
export function fittingCommands(
  targets: readonly Target[],
  hasOverdue: boolean,
): readonly CommandName[] {
  const page = [
    ...byName(commandsOf('page')),
    ...byName(commandsOf('views')),
    ...(hasOverdue ? commandsOf('overdue') : []),
  ];
  const row = byName(commandsOf('row'));
  if (targets.length === 0) return [...page, ...row];
  return [...row.filter((name) => targets.some((target) => suits(name, target))), ...page];
}

const commandNamed = (name: CommandName): Command => commands[name];

const byName = (names: readonly CommandName[]) =>
  names.filter((name) => commandNamed(name).onlyByKey !== true);

function suits(name: CommandName, { fields }: Target): boolean {
  const command = commandNamed(name);
  return !('suits' in command) || command.suits === undefined || command.suits(fields);
}

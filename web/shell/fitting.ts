import type { Fields } from '../sync/fields.ts';
import { viewNames } from '../view/view.ts';
import { commandsOf, sections } from './keys.ts';
import type { CommandName } from './keys.ts';

type Target = { readonly fields: Pick<Fields, 'state' | 'importance'> };

/**
 * All commands of the palette. Those for the rows that have the focus or are selected come first, without those that change
 * nothing; without such rows they come last.
 */
export function fittingCommands(targets: readonly Target[], hasOverdue: boolean): readonly CommandName[] {
  const page = [...pageCommands, ...viewNames, ...(hasOverdue ? overdueCommands : [])];
  if (targets.length === 0) return [...page, ...rowCommands];
  return [...rowCommands.filter((name) => !targets.every((target) => isSoAlready(name, target))), ...page];
}

const pageCommands = ['add', 'search', 'undo', 'print', 'help'] as const;
/** What only keys can do: going from row to row. */
const steps: readonly CommandName[] = ['reachNext', 'reachPrevious', 'end'];
const overdueCommands = commandsOf(sections.overdue);
const rowCommands = commandsOf(sections.row).filter((name) => !steps.includes(name));

const isSoAlready = (name: CommandName, { fields }: Target): boolean =>
  values[name] === fields.state || values[name] === fields.importance;

/** The state or importance that a command gives. */
const values: Partial<Record<CommandName, Fields['state'] | Fields['importance']>> = {
  working: 'WORKING',
  todo: 'TODO',
  low: 'LOW',
  medium: 'MEDIUM',
  high: 'HIGH',
};

import { useDays, useWords } from '../../ui/page-context.ts';
import { useTasks } from '../workspace.ts';

/** The name of a group of tasks. */
export function useGroupName(): (group: string) => string {
  const { list, fields, search } = useWords();
  const days = useDays();
  const { todayIso } = useTasks();
  // All groups except months have fixed names.
  const names: Readonly<Record<string, string>> = {
    ...list.groups,
    ...fields.importances,
    ...fields.states,
    all: search.orders.name,
  };
  return (group) => names[group] ?? days.monthAndYear(group, todayIso);
}

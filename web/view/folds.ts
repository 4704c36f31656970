import { signal } from '@preact/signals-core';
import type { DeviceStorage } from '../device/storage.ts';
import { personKey } from '../device/stored-data.ts';
import type { Group } from './groups.ts';
import { isNarrow, isTodayAlone } from './query.ts';
import type { Query } from './query.ts';

/** More overdue tasks than this are closed where they would push the tasks of today off the screen. */
const mostOverdueShown = 5;

/** The groups that a person can close; null if the person has not opened or closed them. */
export type FoldChoices = Readonly<Record<'done' | 'someday' | 'overdue', boolean | null>>;

/** What the person has opened and closed. The choice for the overdue group is kept on this device for one day. */
export function openFolds(storage: DeviceStorage, owner: string) {
  const key = personKey('overdue', owner);
  const done = signal<boolean | null>(null);
  const someday = signal<boolean | null>(null);
  const overdue = signal(storage.read(key));
  return {
    /** On a phone: whether the month is folded to one week. */
    week: signal(false),
    choices(todayIso: string): FoldChoices {
      const [dayIso, choice] = overdue.value?.split(' ') ?? [];
      return {
        done: done.value,
        someday: someday.value,
        overdue: dayIso === todayIso ? choice === 'open' : null,
      };
    },
    choose(group: string, isOpen: boolean, todayIso: string): void {
      if (group === 'done') done.value = isOpen;
      else if (group === 'someday') someday.value = isOpen;
      else storage.write(key, (overdue.value = `${todayIso} ${isOpen ? 'open' : 'closed'}`));
    },
    /** Keeps the overdue group open while the page is, because one of its rows has the focus or is to get it. */
    revealOverdue: (todayIso: string) => void (overdue.value = `${todayIso} open`),
  };
}

/** True if the group has a button that opens and closes it. A search shows all overdue tasks that it finds. */
export const canFold = (group: string, query: Query): group is keyof FoldChoices =>
  group === 'done' || group === 'someday' || (group === 'overdue' && !isNarrow(query));

export type Folding = {
  readonly query: Query;
  readonly choices: FoldChoices;
  /** The key of the row whose form is open. */
  readonly editing: string | null;
  /** Paper has no button that opens a group. */
  readonly isPrinting: boolean;
};

/** The keys of the closed groups. Without a choice finished tasks and those for some day are closed unless the person searches; a form stays open. */
export const closedGroups = (groups: readonly Group[], folding: Folding): readonly string[] =>
  groups.filter((group) => isClosed(group, groups, folding)).map(({ key }) => key);

function isClosed(
  { key, rows }: Group,
  groups: readonly Group[],
  { query, choices, editing, isPrinting }: Folding,
): boolean {
  if (!canFold(key, query)) return false;
  const choice = choices[key];
  if (choice !== null) return !choice;
  if (rows.some((row) => row.key === editing)) return false;
  if (key === 'overdue') return !isPrinting && rows.length > mostOverdueShown && hasToday(groups);
  return !isNarrow(query) || isTodayAlone(query);
}

/** Where nothing is due today, the overdue tasks are what is to do today. */
const hasToday = (groups: readonly Group[]): boolean => groups.some(({ key }) => key === 'today');

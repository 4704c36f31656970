import { useComputed } from '@preact/signals';
import type { ReadonlySignal, Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Actions } from './actions.ts';
import type { Row } from '../sync/rows.ts';
import type { Tasks } from '../sync/tasks.ts';
import type { ViewState, View } from '../view/view.ts';
import { optionsOf } from '../quick-add/options.ts';
import type { QuickAddOptions } from '../quick-add/options.ts';
import type { Chip, readQuickAdd } from '../quick-add/read.ts';
import type { Reader, WhenRead } from './reader.ts';
import { useDays, useProvided, useReading, useWords } from '../ui/page-context.ts';
import type { Repeat } from '../dates/repeat.ts';

/** The tasks of the signed-in person, with their actions, view state and view. */
export type Workspace = {
  readonly owner: string;
  readonly tasks: Tasks;
  readonly actions: Actions;
  /** Reads nothing until its file is loaded. */
  readonly reader: Reader;
  readonly whenRead: WhenRead;
  readonly viewState: ViewState;
  readonly view: Signal<View>;
  /** The words of the search, which the rows mark. */
  readonly searchTerms: ReadonlySignal<readonly string[]>;
  /** All tasks, in the order of the views. */
  readonly ordered: ReadonlySignal<readonly Row[]>;
  /** The tasks of `ordered` that match the search and the filters. */
  readonly matches: ReadonlySignal<readonly Row[]>;
  /** Today's date in the person's time zone; it changes at midnight while the page is open. */
  readonly todayIso: string;
  /** True if the page does not understand the responses of the service: tasks can be read, but not changed. */
  readonly readOnly: boolean;
};

/** Null while nobody is signed in. */
export const WorkspaceContext = createContext<Workspace | null>(null);

/** Throws unless somebody is signed in. */
export const useTasks = (): Workspace => useProvided(WorkspaceContext);

export const useViewState = (): ViewState => useTasks().viewState;

/** Whether a list was read, if only its copy; whether the service is reachable, and why the last read failed. */
export function useListState() {
  const { state } = useTasks().tasks;
  return {
    isRead: useComputed(() => state.value.base !== null).value,
    isOffline: useComputed(() => state.value.offline).value,
    fault: useComputed(() => state.value.fault).value,
  };
}

/** The options for dates in text: today's date, the page's language, and the region's date order and first weekday. */
export function useQuickAdd(): QuickAddOptions {
  const { todayIso } = useTasks();
  const reading = useReading();
  return useMemo(() => optionsOf(reading, todayIso), [todayIso, reading]);
}

/** The functions that read words; another object once their file is loaded. */
export const useReader = (): Reader => useTasks().reader;

/** Returns a function that words the meaning of a chip: "Friday, 27 November", "High", "Working". */
export function useSayChip(): (chip: Chip) => string {
  const { add, fields } = useWords();
  const { todayIso } = useTasks();
  const days = useDays();
  return (chip) => {
    if (chip.kind === 'importance') return fields.importances[chip.value];
    if (chip.kind === 'state') return fields.states[chip.value];
    const day = days.long(chip.value, todayIso);
    if (chip.note === undefined) return day;
    return `${day} (${add.notes[chip.note]})`;
  };
}

/** The chips of a text, its recurrence, and words that are perhaps a day. */
export type ReadWords = {
  chips: readonly Chip[];
  unclear?: string | undefined;
  repeat: ReturnType<typeof readQuickAdd>['repeat'];
};

/** Returns a function that words the meaning of all that was read in a text. A recurrence stays in the text and has no chip. */
export function useSayRead() {
  const { add } = useWords();
  const { todayIso } = useTasks();
  const days = useDays();
  const sayChip = useSayChip();
  function sayRule(rule: Repeat | undefined): string {
    if (rule === undefined) return add.unclearRepeat;
    if (rule.until === undefined) return add.repeats;
    return add.repeatsUntil(days.long(rule.until, todayIso));
  }
  return ({ chips, repeat, unclear }: ReadWords) => {
    const read: { text: string; meaning: string; chip: Chip | null }[] = chips.map((chip) => ({
      text: chip.text,
      meaning: sayChip(chip),
      chip,
    }));
    if (repeat) read.push({ text: repeat.text, meaning: sayRule(repeat.rule), chip: null });
    if (unclear) read.push({ text: unclear, meaning: add.unclearDay, chip: null });
    return read;
  };
}

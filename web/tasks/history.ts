import { fieldNames } from '../../contract/fields.ts';
import type { Fields } from '../sync/fields.ts';
import { sameField, sameFields } from '../sync/queue.ts';
import type { Row } from '../sync/rows.ts';

/** One change to one row, with the data to undo it. */
export type TaskChange =
  | { readonly kind: 'added'; readonly rowKey: string }
  | {
      readonly kind: 'changed';
      readonly rowKey: string;
      readonly before: Fields;
      readonly after: Fields;
    }
  | {
      readonly kind: 'removed';
      readonly rowKey: string;
      readonly row: Row;
      readonly writeKey: string;
    };

/** The changes of one key press or click, for any number of rows. `key` is also the key of the toast that offers the undo. */
export type Step = {
  readonly changes: readonly TaskChange[];
  readonly key: string;
  /** Counted from one, on this page. */
  readonly number: number;
  /** True if rows were placed on a day in the plan, also on the day that they had. */
  readonly isInPlan: boolean;
};

/** The number of steps that can be undone, the last one first. */
export const mostSteps = 200;

export type HistoryState = {
  readonly steps: readonly Step[];
  /** The steps that redo the undone ones, the last one first to go. A new step removes them. */
  readonly undone: readonly Step[];
  /** The number of the last new step. */
  readonly lastNumber: number;
  /** The key of the newest toast that offers an undo, except of deletes. It may be gone already. */
  readonly newestToast: string | null;
};

export const noHistory: HistoryState = { steps: [], undone: [], lastNumber: 0, newestToast: null };

export type HistoryEvent =
  /** A new step of the person. */
  | { readonly kind: 'recorded'; readonly step: Step }
  /** `again` redoes the step; null if none of its rows is left. */
  | { readonly kind: 'undone'; readonly step: Step; readonly again: Step | null }
  /** The last undone step is made again. `step` undoes it; null if none of its rows is left. */
  | { readonly kind: 'redone'; readonly step: Step | null }
  /** A toast offers to undo the step. */
  | { readonly kind: 'offered'; readonly step: Step };

/** The step that comes next. */
export function nextStep(
  { lastNumber }: HistoryState,
  changes: readonly TaskChange[],
  isInPlan: boolean,
): Step {
  const number = lastNumber + 1;
  return { changes, key: `step ${number}`, number, isInPlan };
}

/** Pure: the state after an event. */
export function reduceHistory(state: HistoryState, event: HistoryEvent): HistoryState {
  switch (event.kind) {
    case 'recorded':
      return {
        ...state,
        steps: withStep(state.steps, event.step),
        undone: [],
        lastNumber: event.step.number,
      };
    case 'undone':
      return {
        ...state,
        steps: state.steps.filter((each) => each !== event.step),
        undone: withSome(state.undone, event.again),
      };
    case 'redone':
      return {
        ...state,
        steps: event.step === null ? state.steps : withStep(state.steps, event.step),
        undone: state.undone.slice(0, -1),
      };
    case 'offered':
      // The toasts of deletes stay: a delete is sent when its toast is gone.
      if (deletesOf(event.step).length > 0) return state;
      return { ...state, newestToast: event.step.key };
  }
}

const withStep = (steps: readonly Step[], step: Step): readonly Step[] =>
  [...steps, step].slice(-mostSteps);

function withSome(steps: readonly Step[], step: Step | null): readonly Step[] {
  if (step === null) return steps;
  return [...steps, step];
}

/** The keys of the deletes of a step. */
export const deletesOf = ({ changes }: Step): readonly string[] =>
  changes.filter((change) => change.kind === 'removed').map(({ writeKey }) => writeKey);

/** The opposite of one change. */
export type Revert =
  | { readonly kind: 'remove'; readonly row: Row }
  | { readonly kind: 'restore'; readonly row: Row; readonly writeKey: string }
  | { readonly kind: 'replace'; readonly row: Row; readonly fields: Fields };

/** The opposites of a step's changes, the last one first. A row that is not left is missing. */
export function revertsOf(step: Step, rows: readonly Row[]): readonly Revert[] {
  const changedKeys = new Set(step.changes.map(({ rowKey }) => rowKey));
  const remaining = new Map(
    rows.filter(({ key }) => changedKeys.has(key)).map((row) => [row.key, row]),
  );
  return step.changes.toReversed().flatMap((change): readonly Revert[] => {
    if (change.kind === 'removed')
      return [{ kind: 'restore', row: change.row, writeKey: change.writeKey }];
    const row = remaining.get(change.rowKey);
    if (row === undefined) return [];
    if (change.kind === 'added') return [{ kind: 'remove', row }];
    return [{ kind: 'replace', row, fields: fieldsBefore(change, row.fields) }];
  });
}

/** The fields from before a change; a field that has changed again since keeps its value. */
function fieldsBefore({ before, after }: { before: Fields; after: Fields }, now: Fields): Fields {
  const since = fieldNames
    .filter((name) => !sameField(name, now, after))
    .map((name) => [name, now[name]] as const);
  return { ...before, ...Object.fromEntries(since) };
}

/** The fields to write for reverts, by row key. A row that has them already is missing. */
export function replacementsOf(reverts: readonly Revert[]): ReadonlyMap<string, Fields> {
  const replacements = new Map<string, Fields>();
  for (const revert of reverts)
    if (revert.kind === 'replace' && !sameFields(revert.row.fields, revert.fields))
      replacements.set(revert.row.key, revert.fields);
  return replacements;
}

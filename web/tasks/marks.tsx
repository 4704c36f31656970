import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';

import { importances, states } from '../../contract/fields.ts';
import type { Fields } from '../sync/fields.ts';
import { repeatIn } from '../quick-add/read-date.ts';
import { Icon } from '../ui/controls.tsx';
import { useWords, useDays, useSayDay } from '../ui/page-context.ts';
import { useQuickAdd } from './workspace.ts';

/** The state as a ring: empty, half filled, filled with a tick. Its meaning is in the words beside it. */
export function StateRing({ state }: { state: Fields['state'] }) {
  return (
    <svg class="ring-mark" data-state={state} viewBox="0 0 20 20" aria-hidden="true">
      <circle class="ring-line" cx="10" cy="10" r="8" />
      {state === 'WORKING' && <path class="ring-half" d="M10 4.5a5.5 5.5 0 0 1 0 11z" />}
      {state === 'DONE' && <path class="ring-tick" d="M6.2 10.4l2.6 2.6 5-5.6" pathLength={1} />}
    </svg>
  );
}

/** One, two or three short strokes. */
export function ImportanceTicks({ importance }: { importance: Fields['importance'] }) {
  const strokes = importances.indexOf(importance) + 1;
  return (
    <svg class="ticks" data-importance={importance} viewBox={`0 0 ${strokes * 5 - 1} 14`} aria-hidden="true">
      <path
        d={importances
          .slice(0, strokes)
          .map((_, at) => `M${at * 5 + 2} 2v10`)
          .join('')}
      />
    </svg>
  );
}

/** The values of state and importance to choose from, each with its name and its mark. */
export function useFieldOptions() {
  const { fields } = useWords();
  return {
    states: states.map((value) => ({
      value,
      label: fields.states[value],
      mark: <StateRing state={value} />,
    })),
    importances: importances.map((value) => ({
      value,
      label: fields.importances[value],
      mark: <ImportanceTicks importance={value} />,
    })),
  };
}

/** A day as it is shown, or as given, for the eye; screen readers have the whole date. */
export function DayWords({ iso, shown }: { iso: string; shown?: string }) {
  const sayDay = useSayDay();
  const days = useDays();
  return (
    <>
      <span aria-hidden="true">{shown ?? sayDay(iso)}</span>
      <span class="unseen">{days.full(iso)}</span>
    </>
  );
}

/** A date as a large numeral, with weekday and month small beside it; screen readers have it in words elsewhere. */
export function DayMark({ iso, children }: { iso: string; children?: ComponentChildren }) {
  const days = useDays();
  return (
    <span class="day-mark" aria-hidden="true">
      <span class="numeral">{days.day(iso)}</span>
      <span class="day-words">
        <span>{days.weekday(iso)}</span>
        <span>{days.month(iso)}</span>
      </span>
      {children}
    </span>
  );
}

/** That a task repeats, and how: the rule is in its own words. */
export function RepeatMark({ words }: { words: string }) {
  const { list } = useWords();
  const options = useQuickAdd();
  const repeat = useMemo(() => repeatIn(words, options), [words, options]);
  if (repeat === undefined) return null;
  return (
    <span class="repeat-mark" title={list.repeats(repeat.text)}>
      <Icon name="repeat" />
      <span class="unseen">, {list.repeats(repeat.text)}</span>
    </span>
  );
}

import { importances, states } from '../../../contract/fields.ts';
import type { Fields } from '../../sync/fields.ts';
import { useWords } from '../../ui/page-context.ts';

/** The state as a ring: empty, half filled, filled with a tick. The text beside it names the state. */
export function StateRing({ state }: { state: Fields['state'] }) {
  return (
    <svg class="ring-mark" data-state={state} viewBox="0 0 20 20" aria-hidden="true">
      <circle class="ring-line" cx="10" cy="10" r="8" />
      {state === 'WORKING' && <path class="ring-half" d="M10 4.5a5.5 5.5 0 0 1 0 11z" />}
      {state === 'DONE' && <path class="ring-tick" d="M6.2 10.4l2.6 2.6 5-5.6" pathLength={1} />}
    </svg>
  );
}

const importancePaths = { LOW: 'M7 2v10M3.5 8.5L7 12l3.5-3.5', HIGH: 'M7 12V2M3 6l4-4 4 4' };

/** The importance as an arrow, up or down; a medium one has no mark. */
export function ImportanceMark({ importance }: { importance: Fields['importance'] }) {
  if (importance === 'MEDIUM') return null;
  return (
    <svg
      class="importance-mark"
      data-importance={importance}
      viewBox="0 0 14 14"
      aria-hidden="true"
    >
      <path d={importancePaths[importance]} />
    </svg>
  );
}

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
      mark: <ImportanceMark importance={value} />,
    })),
  };
}

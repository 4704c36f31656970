import { useTools, useWords } from '../ui/page-context.ts';
import { useFieldOptions } from './marks.tsx';
import { Choice, ManyChoice } from '../ui/choice.tsx';
import { everything, isFiltered, orders, spans } from '../view/query.ts';
import type { Query } from '../view/query.ts';

/** State, importance and date to filter the page by, and the order of its tasks. */
export function FilterPanel() {
  const { search, fields } = useWords();
  const { query } = useTools();
  const options = useFieldOptions();
  const asked = query.value;
  const { due, order } = everything;
  const change = (parts: Partial<Query>) => void (query.value = { ...query.value, ...parts });
  return (
    <>
      <ManyChoice
        legend={fields.state}
        options={options.states}
        values={asked.states}
        onChoose={(next) => change({ states: next })}
      />
      <ManyChoice
        legend={fields.importance}
        options={options.importances}
        values={asked.importances}
        onChoose={(next) => change({ importances: next })}
      />
      <Choice
        legend={search.due}
        options={spans.map((value) => ({ value, label: search.spans[value] }))}
        value={asked.due}
        onChoose={(next) => change({ due: next })}
      />
      <Choice
        legend={search.order}
        options={orders.map((value) => ({ value, label: search.orders[value] }))}
        value={asked.order}
        onChoose={(next) => change({ order: next })}
      />
      {(isFiltered(asked) || asked.order !== order) && (
        <button
          type="button"
          class="button small"
          onClick={() => change({ states: [], importances: [], due, order })}
        >
          {search.showAll}
        </button>
      )}
    </>
  );
}

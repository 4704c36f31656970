import { useTools, useWords } from '../ui/page-context.ts';
import { useStore } from '../ui/use-store.ts';
import { useFieldOptions } from './marks.tsx';
import { Choice, ManyChoice } from '../ui/choice.tsx';
import { everything, isFiltered, orders, spans } from '../view/query.ts';

/** State, importance and date to filter the page by, and the order of its tasks. */
export function FilterPanel() {
  const { search, fields } = useWords();
  const { query } = useTools();
  const options = useFieldOptions();
  const asked = useStore(query);
  const { due, order } = everything;
  return (
    <>
      <ManyChoice
        legend={fields.state}
        options={options.states}
        values={asked.states}
        onChoose={(next) => query.dispatch({ states: next })}
      />
      <ManyChoice
        legend={fields.importance}
        options={options.importances}
        values={asked.importances}
        onChoose={(next) => query.dispatch({ importances: next })}
      />
      <Choice
        legend={search.due}
        options={spans.map((value) => ({ value, label: search.spans[value] }))}
        value={asked.due}
        onChoose={(next) => query.dispatch({ due: next })}
      />
      <Choice
        legend={search.order}
        options={orders.map((value) => ({ value, label: search.orders[value] }))}
        value={asked.order}
        onChoose={(next) => query.dispatch({ order: next })}
      />
      {(isFiltered(asked) || asked.order !== order) && (
        <button
          type="button"
          class="button small"
          onClick={() => query.dispatch({ states: [], importances: [], due, order })}
        >
          {search.showAll}
        </button>
      )}
    </>
  );
}

import { useTools, useWords } from '../ui/page-context.ts';
import { focusSearch } from './focus.ts';
import { Panel } from '../ui/panel.tsx';
import { everything } from '../view/query.ts';

/** No task matches: what was searched and filtered for, and a button that shows all tasks. */
export function NoMatch() {
  const { search, fields } = useWords();
  const tools = useTools();
  const { query } = tools;
  const { text, states, importances, due, order } = query.value;
  const what = [
    ...(text.trim() === '' ? [] : [search.quoted(text.trim())]),
    ...states.map((state) => fields.states[state]),
    ...importances.map((importance) => fields.importances[importance]),
    ...(due === 'any' ? [] : [search.spans[due]]),
  ];
  return (
    <Panel
      {...search.none}
      text={search.none.text(what.join(', '))}
      action={search.showAll}
      onAction={() => {
        query.value = { ...everything, order };
        focusSearch(tools);
      }}
    />
  );
}

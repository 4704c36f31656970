import { useComputed } from '@preact/signals';

import { focusSearch } from './focus.ts';
import { everything, isNarrow } from '../view/query.ts';
import { Icon } from '../ui/icon.tsx';
import { useTasks, useTools, useWords } from '../ui/page-context.ts';

/** The control behind which search and filter wait on a small screen. Closing them shows all tasks again. */
export function FindToggle() {
  const { search } = useWords();
  const { tasks, tools } = useTasks();
  const { query, typed, finding } = tools;
  const hasTasks = useComputed(() => tasks.rows.value.length > 0).value;
  const isOpen = useFinding();

  function close(): void {
    finding.value = false;
    typed.settle();
    query.value = { ...everything, order: query.value.order };
  }

  return (
    <button
      type="button"
      class="icon-button find-toggle"
      aria-label={search.open}
      title={search.open}
      aria-expanded={isOpen}
      disabled={!hasTasks}
      onClick={() => (isOpen ? close() : focusSearch(tools))}
    >
      <Icon name="search" />
    </button>
  );
}

/** Whether search and filter are open: they stay so while anything is left out. */
export function useFinding(): boolean {
  const { query, finding } = useTools();
  const narrow = useComputed(() => isNarrow(query.value)).value;
  return finding.value || narrow;
}

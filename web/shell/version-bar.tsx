import { useComputed } from '@preact/signals';

import { useTasks, useWords } from '../ui/page-context.ts';

/** The service has a newer page. It is offered, never forced, and not while something is unsaved. */
export function VersionBar() {
  const { offline } = useWords();
  const { tasks } = useTasks();
  const isUnsaved = useComputed(() => tasks.state.value.writes.length > 0).value;
  if (isUnsaved) return null;
  return (
    <div class="bar">
      <p role="status">{offline.newVersion}</p>
      <button type="button" class="button small" onClick={() => location.reload()}>
        {offline.update}
      </button>
    </div>
  );
}

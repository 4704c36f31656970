import { useTasks, useWords } from '../ui/page-context.ts';
import { usePart } from '../ui/use-store.ts';

/** The service has a newer page. It is offered, never forced, and not while something is unsaved. */
export function VersionBar() {
  const { offline } = useWords();
  const isUnsaved = usePart(useTasks().tasks.state, ({ writes }) => writes.length > 0);
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

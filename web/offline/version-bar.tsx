import { useNewVersion, useWords } from '../ui/page-context.ts';

/** The service has a newer page. It is offered, never forced, and not while something is unsaved. */
export function VersionBar({ unsaved }: { unsaved: boolean }) {
  const { offline } = useWords();
  const isThere = useNewVersion();
  if (!isThere || unsaved) return null;
  return (
    <div class="bar">
      <p role="status">{offline.newVersion}</p>
      <button type="button" class="button small" onClick={() => location.reload()}>
        {offline.update}
      </button>
    </div>
  );
}

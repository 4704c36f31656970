import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import { createStore } from '../state/store.ts';
import { useStore } from '../ui/use-store.ts';
import { useWords } from '../ui/reading.ts';
import type { NewVersion } from './register.ts';

export const createNewVersion = (): NewVersion =>
  createStore<boolean, boolean>((_, isThere) => isThere, false);

export const NewVersionContext = createContext(createNewVersion());

/** The service has a newer page. It is offered, never forced, and not while something is unsaved. */
export function VersionBar({ unsaved }: { unsaved: boolean }) {
  const { offline } = useWords();
  const isThere = useStore(useContext(NewVersionContext));
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

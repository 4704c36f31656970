import { useId, useState } from 'preact/hooks';
import { IconButton, SmallButton } from '../../ui/controls.tsx';
import { keepOpenForWord } from '../../ui/events.ts';
import { useWords } from '../../ui/page-context.ts';
import { everything, isNarrow } from '../../view/query.ts';
import { Field } from '../form/field.tsx';
import { useViewState } from '../workspace.ts';

/** The saved filters, and a form that saves the current one under a name. Its value is the fragment of the URL (keepInAddress). */
export function SavedFilters() {
  const { search } = useWords();
  const { query, savedFilters } = useViewState();
  const [name, setName] = useState('');
  const nameId = useId();
  const [filters, setFilters] = useState(savedFilters.all);
  const save = (filter: string, savedQuery: string | null) => {
    savedFilters.set(filter, savedQuery);
    setFilters(savedFilters.all);
  };
  return (
    <>
      {filters.size > 0 && (
        <div>
          <p id={nameId} class="note">
            {search.kept}
          </p>
          <ul class="kept-filters side-by-side" aria-labelledby={nameId}>
            {[...filters].map(([each, address]) => (
              <li key={each} class="line">
                <SmallButton
                  onClick={({ currentTarget }) => {
                    // A change of the address with an open panel would count as Back.
                    currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
                    location.hash = address;
                  }}
                >
                  <span class="one-line">{each}</span>
                </SmallButton>
                <IconButton
                  icon="close"
                  title={search.forget(each)}
                  onClick={() => save(each, null)}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
      {(isNarrow(query.value) || query.value.order !== everything.order) && (
        <form
          class="keep-filter side-by-side"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() === '') return;
            save(name.trim(), location.hash.slice(1));
            setName('');
          }}
        >
          <Field label={search.name}>
            {(described) => (
              <input
                {...described}
                class="lined"
                autocomplete="off"
                maxLength={40}
                value={name}
                onKeyDown={keepOpenForWord}
                onInput={(event) => setName(event.currentTarget.value)}
              />
            )}
          </Field>
          <button class="button">{filters.has(name.trim()) ? search.replace : search.keep}</button>
        </form>
      )}
    </>
  );
}

import { useState } from 'preact/hooks';
import { IconButton, SmallButton } from '../ui/controls.tsx';
import { useWords } from '../ui/page-context.ts';
import { everything, isNarrow } from '../view/query.ts';
import { Field } from './field.tsx';
import { useTools } from './workspace.ts';

/** The filters that were named, and a field that names the one that is set. The address has it already (keepInAddress). */
export function KeptFilters() {
  const { search } = useWords();
  const { query, keptFilters } = useTools();
  const [name, setName] = useState('');
  const [kept, setKept] = useState(keptFilters.all);
  const keep = (filter: string, asked: string | null) => {
    keptFilters.set(filter, asked);
    setKept(keptFilters.all);
  };
  return (
    <>
      {kept.size > 0 && (
        <ul class="kept-filters side-by-side" aria-label={search.kept}>
          {[...kept].map(([each, address]) => (
            <li key={each} class="side-by-side">
              <SmallButton onClick={() => void (location.hash = address)}>{each}</SmallButton>
              <IconButton icon="close" title={search.forget(each)} onClick={() => keep(each, null)} />
            </li>
          ))}
        </ul>
      )}
      {(isNarrow(query.value) || query.value.order !== everything.order) && (
        <form
          class="keep-filter"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() === '') return;
            keep(name.trim(), location.hash.slice(1));
            setName('');
          }}
        >
          <Field label={search.name} fault={undefined}>
            {(described) => (
              <input
                {...described}
                class="lined"
                autocomplete="off"
                maxLength={40}
                value={name}
                onInput={(event) => setName(event.currentTarget.value)}
              />
            )}
          </Field>
          <button class="button small">{kept.has(name.trim()) ? search.replace : search.keep}</button>
        </form>
      )}
    </>
  );
}

import { useWords } from '../../ui/page-context.ts';
import { tagCounts } from '../../view/pieces.ts';
import type { TagCount } from '../../view/pieces.ts';
import { isNarrow } from '../../view/query.ts';
import { comparable } from '../../words/language.ts';
import { useTasks } from '../workspace.ts';

import './found-head.css';

/** Above the results of a search: their number, the tag that they share as a heading, or the tags to choose from. */
export function FoundHead() {
  const { search } = useWords();
  const { tasks, viewState, matches } = useTasks();
  const query = viewState.query.value;
  if (!isNarrow(query)) return null;
  const found = matches.value.length;
  const text = comparable(query.text.trim());
  const tags = /^#\S*$/.test(text)
    ? tagCounts(tasks.rows.value.map(({ fields }) => fields.description))
    : [];
  const own = tags.find(({ tag }) => `#${tag}` === text);
  if (own !== undefined)
    return (
      <h2 class="found-head tag-head" dir="auto">
        {own.text} <span class="count">{search.found(found)}</span>
      </h2>
    );
  const fitting = tags.filter(({ tag }) => `#${tag}`.startsWith(text));
  return (
    <>
      {fitting.length > 0 && <TagList tags={fitting} />}
      {found > 0 && <p class="found-head quiet">{search.found(found)}</p>}
    </>
  );
}

function TagList({ tags }: { tags: readonly TagCount[] }) {
  const { search } = useWords();
  const { searchField } = useTasks().viewState;
  return (
    <ul class="tag-list side-by-side" aria-label={search.tags}>
      {tags.map(({ tag, text, count }) => (
        <li key={tag}>
          <button
            type="button"
            class="flat-button"
            onClick={() => {
              searchField.type(text);
              searchField.searchNow();
            }}
          >
            {text} <span class="count">{count}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

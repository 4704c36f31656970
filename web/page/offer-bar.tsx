import { usePart, useStore } from '../ui/use-store.ts';
import { useTasks, useWords } from '../ui/page-context.ts';
import { focusRow } from '../list/focus.ts';
import type { Row } from '../model/rows.ts';
import type { Write } from '../model/kept.shapes.ts';
import './notices.css';

/** Changes of an earlier page, which are never sent unasked. */
export function OfferBar() {
  const { offer } = useWords();
  const { tasks, actions, tools, readOnly } = useTasks();
  const rows = useStore(tasks.rows);
  const offered = usePart(tasks.state, (state) => state.offered);
  const settle = (how: () => void) => {
    how();
    // The bar goes, and the button with it.
    focusRow(tools, null);
  };
  return (
    <section class="bar offer" aria-label={offer.title(offered.length)}>
      <p role="status">{offer.title(offered.length)}</p>
      <button
        type="button"
        class="button small primary"
        disabled={readOnly}
        onClick={() => settle(tasks.takeOffer)}
      >
        {offer.save}
      </button>
      <button type="button" class="button small" onClick={() => settle(actions.discardOffer)}>
        {offer.discard}
      </button>
      <details>
        <summary>{offer.show}</summary>
        <ul>
          {offered.map((write) => (
            <li key={write.key}>
              {offer.kinds[write.change.kind]}: <span dir="auto">{wordsOf(write, rows)}</span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

/** What a change is about: its own words, or those of the task that it deletes. */
function wordsOf({ target, change }: Write, rows: readonly Row[]): string {
  if (change.kind !== 'delete') return change.fields.description;
  return rows.find(({ key }) => key === target)?.fields.description ?? '';
}

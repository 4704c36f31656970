import { todayIn } from '../quick-add/calendar.ts';
import { useStore } from '../state/use-store.ts';
import type { DayBook } from '../tasks/day-book.ts';
import { rowsOf } from '../tasks/rows.ts';
import { addAll } from './adding.ts';
import { ExportPart } from './export-part.tsx';
import { ImportPart } from './import-part.tsx';
import './exchange.css';

type Props = { book: DayBook; nowMs: () => number };

/** Tasks out of here in four forms, and in from two. */
export function Exchange({ book, nowMs }: Props) {
  const rows = rowsOf(useStore(book.tasks));
  const todayIso = todayIn(nowMs());
  return (
    <div class="exchange">
      <ExportPart rows={rows} todayIso={todayIso} nowMs={nowMs} />
      <ImportPart
        rows={rows}
        todayIso={todayIso}
        add={(fields) =>
          addAll(fields, {
            create: book.create,
            look: (rowKey) => fateOf(book, rowKey),
            subscribe: book.tasks.subscribe,
          })
        }
      />
    </div>
  );
}

function fateOf({ tasks }: DayBook, rowKey: string): 'unsaved' | 'failed' | 'saved' {
  const write = tasks.get().writes.find(({ target }) => target === rowKey);
  if (write === undefined) return 'saved';
  return write.status === 'failed' ? 'failed' : 'unsaved';
}

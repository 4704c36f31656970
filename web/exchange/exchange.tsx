import { todayAt } from '../quick-add/calendar.ts';
import { useStore } from '../state/use-store.ts';
import type { Actions } from '../tasks/actions.ts';
import type { DayBook } from '../tasks/day-book.ts';
import { isFull } from '../tasks/refusal.ts';
import { rowsOf } from '../tasks/rows.ts';
import { isReadOnly } from '../tasks/state.ts';
import { addAll } from './adding.ts';
import type { Fate } from './adding.ts';
import { ExportPart } from './export-part.tsx';
import { ImportPart } from './import-part.tsx';
import './exchange.css';

type Props = { book: DayBook; actions: Actions; nowMs: () => number };

/** Tasks out of here in four forms, and in from two. */
export function Exchange({ book, actions, nowMs }: Props) {
  const state = useStore(book.tasks);
  const rows = rowsOf(state);
  const todayIso = todayAt(nowMs());
  return (
    <div class="exchange">
      <ExportPart rows={rows} todayIso={todayIso} nowMs={nowMs} />
      <ImportPart
        readOnly={isReadOnly(state)}
        rows={rows}
        todayIso={todayIso}
        add={(fields) =>
          addAll(fields, {
            create: book.create,
            look: (rowKey) => fateOf(book, rowKey),
            drop: (rowKey) => drop(book, rowKey),
            subscribe: book.tasks.subscribe,
            note: actions.noteAdded,
          })
        }
      />
    </div>
  );
}

function fateOf(book: DayBook, rowKey: string): Fate {
  const write = writeOf(book, rowKey);
  if (write === undefined) return 'saved';
  if (write.status !== 'failed') return 'unsaved';
  return isFull(write.fault) ? 'full' : 'failed';
}

function drop(book: DayBook, rowKey: string): void {
  const write = writeOf(book, rowKey);
  if (write) book.discard(write.key);
}

const writeOf = ({ tasks }: DayBook, rowKey: string) =>
  tasks.get().writes.find(({ target }) => target === rowKey);

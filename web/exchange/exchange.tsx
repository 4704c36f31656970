import { todayAt } from '../dates/calendar.ts';
import { useStore } from '../ui/use-store.ts';
import type { Actions } from '../model/actions.ts';
import type { Tasks } from '../model/tasks.ts';
import { isFull } from '../model/refusal.ts';
import { rowsOf } from '../model/rows.ts';
import { isReadOnly } from '../model/state.ts';
import { addAll } from './adding.ts';
import type { Fate } from './adding.ts';
import { ExportPart } from './export-part.tsx';
import { ImportPart } from './import-part.tsx';
import './exchange.css';

type Props = { tasks: Tasks; actions: Actions; nowMs: () => number };

/** Tasks out of here in four forms, and in from two. */
export function Exchange({ tasks, actions, nowMs }: Props) {
  const state = useStore(tasks.state);
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
            create: tasks.create,
            look: (rowKey) => fateOf(tasks, rowKey),
            drop: (rowKey) => drop(tasks, rowKey),
            subscribe: tasks.state.subscribe,
            note: actions.noteAdded,
          })
        }
      />
    </div>
  );
}

function fateOf(tasks: Tasks, rowKey: string): Fate {
  const write = writeOf(tasks, rowKey);
  if (write === undefined) return 'saved';
  if (write.status !== 'failed') return 'unsaved';
  return isFull(write.fault) ? 'full' : 'failed';
}

function drop(tasks: Tasks, rowKey: string): void {
  const write = writeOf(tasks, rowKey);
  if (write) tasks.discard(write.key);
}

const writeOf = ({ state }: Tasks, rowKey: string) =>
  state.get().writes.find(({ target }) => target === rowKey);

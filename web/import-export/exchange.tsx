import { todayAt } from '../dates/calendar.ts';
import { onChange } from '../device/on-change.ts';
import type { Actions } from '../tasks/actions.ts';
import type { Tasks } from '../sync/tasks.ts';
import { isFull } from '../sync/refusal.ts';
import { rowsOf } from '../sync/rows.ts';
import { isReadOnly } from '../sync/tasks-state.ts';
import { addAll } from './adding.ts';
import { ExportPart } from './export-part.tsx';
import { ImportPart } from './import-part.tsx';
import './exchange.css';

type Props = { tasks: Tasks; actions: Actions; nowMs: () => number };

/** Exports tasks in four forms and imports them from three. */
export function Exchange({ tasks, actions, nowMs }: Props) {
  const state = tasks.state.value;
  const rows = rowsOf(state);
  // With the changes that the service does not have yet.
  const saved = rows.flatMap(({ fields, saved: task }) =>
    task === null ? [] : [{ ...fields, id: task.id }],
  );
  const todayIso = todayAt(nowMs());
  const writeOf = (rowKey: string) => tasks.state.value.writes.find(({ target }) => target === rowKey);
  return (
    <div class="exchange">
      <ExportPart tasks={saved} unsaved={rows.length - saved.length} todayIso={todayIso} nowMs={nowMs} />
      <ImportPart
        readOnly={isReadOnly(state)}
        tasks={saved}
        todayIso={todayIso}
        add={(fields) =>
          addAll(fields, {
            create: tasks.create,
            outcomeOf(rowKey) {
              const write = writeOf(rowKey);
              if (write === undefined) return 'saved';
              if (write.status !== 'failed') return 'pending';
              return isFull(write.fault) ? 'full' : 'failed';
            },
            discard(rowKey) {
              const write = writeOf(rowKey);
              if (write) tasks.discard(write.key);
            },
            subscribe: (listener) => onChange(tasks.state, listener),
            note: actions.noteAdded,
          })
        }
      />
    </div>
  );
}

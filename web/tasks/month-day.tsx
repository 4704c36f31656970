import { useMemo } from 'preact/hooks';

import { useDays, useTasks, useWords } from '../ui/page-context.ts';
import type { Row } from '../sync/rows.ts';
import { shownOf } from './month-days.ts';
import { MonthTask } from './month-task.tsx';

export const dayId = (iso: string): string => `day-${iso}`;

type Props = {
  iso: string;
  rows: readonly Row[];
  /** So many tasks have room; none where the day is only a number. */
  room: number;
  /** The key of a row of this day that is drawn even where there is no room for it. */
  kept: string | null;
  /** Whether this is the day that Tab leads to. */
  chosen: boolean;
  opened: boolean;
};

/**
 * One day of the grid: its number, its first tasks, and how many more there are; on a phone how many tasks it has. It is
 * rendered again only when something of it changes; the grid hears when it is pressed.
 */
export function MonthDay({ iso, rows, room, kept, chosen, opened }: Props) {
  return useMemo(
    () => <Day iso={iso} rows={rows} room={room} kept={kept} chosen={chosen} opened={opened} />,
    [iso, rows, room, kept, chosen, opened],
  );
}

function Day({ iso, rows, room, kept, chosen, opened }: Props) {
  const { list, views } = useWords();
  const days = useDays();
  const { todayIso } = useTasks();
  const { shown, more } = shownOf(rows, room, kept);
  const isLate = iso < todayIso && rows.some(({ fields }) => fields.state !== 'DONE');
  return (
    <div
      role="gridcell"
      class="month-day"
      data-day={iso}
      data-late={isLate}
      data-past={iso < todayIso}
      data-month-start={iso.endsWith('-01')}
      data-first-week={iso.slice(8) <= '07'}
      aria-selected={chosen}
    >
      <button
        type="button"
        id={dayId(iso)}
        class="month-number"
        tabIndex={chosen ? 0 : -1}
        aria-label={`${days.long(iso, todayIso)}, ${list.counted(rows.length)}`}
        aria-current={iso === todayIso ? 'date' : undefined}
      >
        <span class="numeral">{days.day(iso)}</span>
        {iso.endsWith('-01') && <span class="month-short">{days.month(iso)}</span>}
        {room === 0 && rows.length > 0 && <span class="month-count">{rows.length}</span>}
      </button>
      {shown.length > 0 && (
        <ul class="month-tasks">
          {shown.map((row) => (
            <MonthTask key={row.key} row={row} doubled={opened} />
          ))}
        </ul>
      )}
      {more > 0 && (
        <button
          type="button"
          class="month-more one-line"
          tabIndex={-1}
          aria-haspopup="dialog"
          aria-expanded={opened}
        >
          {views.more(more)}
        </button>
      )}
    </div>
  );
}

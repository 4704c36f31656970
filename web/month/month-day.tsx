import { useDays, useTasks, useWords } from '../ui/page-context.ts';
import type { Row } from '../model/rows.ts';

export const dayId = (iso: string): string => `day-${iso}`;

/** So many descriptions have room in a day; the rest is counted. */
const shownTasks = 3;

type Props = {
  iso: string;
  rows: readonly Row[];
  outside: boolean;
  reachable: boolean;
  opened: boolean;
  onOpen: () => void;
  onPress: (event: KeyboardEvent, iso: string) => void;
};

/** One day of the grid: its numeral and its first tasks, on a phone their number. */
export function MonthDay({ iso, rows, outside, reachable, opened, onOpen, onPress }: Props) {
  const { list } = useWords();
  const days = useDays();
  const { todayIso } = useTasks();
  const open = rows.filter(({ fields }) => fields.state !== 'DONE');
  const shown = [...open, ...rows.filter(({ fields }) => fields.state === 'DONE')].slice(0, shownTasks);
  const more = rows.length - shown.length;
  return (
    <td data-outside={outside} data-late={iso < todayIso && open.length > 0}>
      <button
        type="button"
        id={dayId(iso)}
        class="month-day"
        tabIndex={reachable ? 0 : -1}
        aria-label={`${days.long(iso, todayIso)}, ${list.counted(rows.length)}`}
        aria-current={iso === todayIso ? 'date' : undefined}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={onOpen}
        onKeyDown={(event) => onPress(event, iso)}
      >
        <span class="numeral">{days.day(iso)}</span>
        {shown.map(({ key, fields }) => (
          <span key={key} class="month-task" data-state={fields.state} dir="auto">
            {fields.description}
          </span>
        ))}
        {more > 0 && <span class="month-more">+{more}</span>}
        {rows.length > 0 && <span class="month-count">{rows.length}</span>}
      </button>
    </td>
  );
}

import { addMonths } from '../dates/calendar.ts';
import { useDays, useSay, useTasks, useWords } from '../ui/page-context.ts';
import { Icon } from '../ui/icon.tsx';

type Props = {
  /** The month that is seen first, as `YYYY-MM`. */
  month: string;
  onToday: () => void;
  onMonth: (firstIso: string) => void;
};

/** The name of the month, and the ways to this day and to other months. */
export function MonthHead({ month, onToday, onMonth }: Props) {
  const { views, list } = useWords();
  const days = useDays();
  const { todayIso } = useTasks();
  const say = useSay();

  function step(by: 1 | -1): void {
    const firstIso = addMonths(`${month}-01`, by);
    onMonth(firstIso);
    say(days.monthAndYear(firstIso.slice(0, 7), todayIso));
  }

  return (
    <div class="month-head">
      <h2 id="month-name">{days.monthAndYear(month, todayIso)}</h2>
      <div class="month-steps">
        <button type="button" id="month-today" class="button small" onClick={onToday}>
          {list.groups.today}
        </button>
        <button
          type="button"
          class="icon-button month-back"
          aria-label={views.previousMonth}
          onClick={() => step(-1)}
        >
          <Icon name="fold" />
        </button>
        <button type="button" class="icon-button" aria-label={views.nextMonth} onClick={() => step(1)}>
          <Icon name="fold" />
        </button>
      </div>
    </div>
  );
}

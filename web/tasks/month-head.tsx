import { addMonths } from '../dates/calendar.ts';
import { MonthSteps } from '../ui/month-steps.tsx';
import { useDays, useTasks, useWords } from '../ui/page-context.ts';

type Props = {
  /** The month that is seen first, as `YYYY-MM`. */
  month: string;
  onToday: () => void;
  onMonth: (firstIso: string) => void;
};

/** The name of the month, and the ways to this day and to other months. */
export function MonthHead({ month, onToday, onMonth }: Props) {
  const { list } = useWords();
  const days = useDays();
  const { todayIso } = useTasks();

  function step(by: 1 | -1): string {
    const firstIso = addMonths(`${month}-01`, by);
    onMonth(firstIso);
    return firstIso.slice(0, 7);
  }

  return (
    <div class="month-head side-by-side">
      <h2 id="month-name">{days.monthAndYear(month, todayIso)}</h2>
      <div class="month-steps">
        <button type="button" id="month-today" class="button small" onClick={onToday}>
          {list.groups.today}
        </button>
        <MonthSteps onStep={step} />
      </div>
    </div>
  );
}

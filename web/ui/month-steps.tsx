import { Icon } from './icon.tsx';
import { useDays, useSay, useTasks, useWords } from './page-context.ts';

type Props = {
  /** There is no month before. */
  isFirst?: boolean;
  /** Goes so many months on, and returns the month that is shown then, as `YYYY-MM`. */
  onStep: (months: 1 | -1) => string;
};

/** The ways to the month before and to the next one; what is shown then is said. */
export function MonthSteps({ isFirst = false, onStep }: Props) {
  const { views } = useWords();
  const { todayIso } = useTasks();
  const days = useDays();
  const say = useSay();
  const step = (months: 1 | -1) => say(days.monthAndYear(onStep(months), todayIso));
  return (
    <>
      <button
        type="button"
        class="icon-button month-back"
        aria-label={views.previousMonth}
        aria-disabled={isFirst}
        onClick={() => step(-1)}
      >
        <Icon name="fold" />
      </button>
      <button type="button" class="icon-button" aria-label={views.nextMonth} onClick={() => step(1)}>
        <Icon name="fold" />
      </button>
    </>
  );
}

import type { TargetedKeyboardEvent } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { useDays, useSay, useWords, useToday } from './page-context.ts';
import { addMonths, dayBeside, weeksOf } from '../dates/calendar.ts';
import { IconButton } from './controls.tsx';

type Props = {
  /** The chosen day; `start` is the day that Tab reaches first. */
  value: string;
  start: string;
  min: string;
  onChoose: (iso: string) => void;
};

/** One month of days to choose from, with the keys of a grid of dates (WAI-ARIA, date picker). */
export function SmallMonth({ value, start, min, onChoose }: Props) {
  const todayIso = useToday();
  const days = useDays();
  const headId = useId();
  const grid = useRef<HTMLTableElement>(null);
  const [{ day, focused }, setDay] = useState({ day: start, focused: false });
  const month = day.slice(0, 7);
  const weeks = weeksOf(month, days.firstDayOfWeek);

  // A layout effect moves the focus before the next key event, which may follow at once.
  useLayoutEffect(() => {
    if (focused) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [day, focused]);

  const within = (iso: string) => (iso < min ? min : iso);

  function showMonth(months: number): string {
    const to = within(addMonths(day, months));
    setDay({ day: to, focused: false });
    return to.slice(0, 7);
  }

  function press(event: TargetedKeyboardEvent<HTMLElement>): void {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (altKey || ctrlKey || metaKey || shiftKey) return;
    const to = dayBeside(day, key, days.firstDayOfWeek);
    if (to !== null) setDay({ day: within(to), focused: true });
    else if (key === 'Enter' || key === ' ') onChoose(day);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div class="small-month">
      <div class="line">
        <h3 id={headId}>{days.monthAndYear(month, todayIso)}</h3>
        <MonthSteps isFirst={month <= min.slice(0, 7)} onStep={showMonth} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- its keys make a grid of it */}
      <table ref={grid} role="grid" aria-labelledby={headId}>
        <thead>
          <tr>
            {weeks[0]?.map((iso) => (
              <th key={iso} scope="col">
                {days.weekday(iso)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((iso) => (
                <td
                  key={iso}
                  tabIndex={iso === day ? 0 : -1}
                  aria-label={days.full(iso)}
                  aria-selected={iso === value}
                  aria-current={iso === todayIso ? 'date' : undefined}
                  aria-disabled={iso < min}
                  data-outside={!iso.startsWith(month)}
                  onClick={() => iso >= min && onChoose(iso)}
                  onKeyDown={press}
                >
                  {days.day(iso)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type StepsProps = {
  isFirst?: boolean;
  /** Moves by one month, and returns the month that is then shown, as `YYYY-MM`. */
  onStep: (months: 1 | -1) => string;
};

/** The buttons to the previous and the next month; the month that is then shown is announced. */
export function MonthSteps({ isFirst = false, onStep }: StepsProps) {
  const { views } = useWords();
  const todayIso = useToday();
  const days = useDays();
  const say = useSay();
  const step = (months: 1 | -1) => say(days.monthAndYear(onStep(months), todayIso));
  return (
    <>
      <IconButton
        icon="fold"
        class="icon-button month-back"
        aria-label={views.previousMonth}
        aria-disabled={isFirst}
        onClick={() => step(-1)}
      />
      <IconButton icon="fold" aria-label={views.nextMonth} onClick={() => step(1)} />
    </>
  );
}

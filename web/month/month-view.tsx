import { useMemo, useState } from 'preact/hooks';

import { addMonths } from '../dates/calendar.ts';
import { useDays, useSay, useTasks, useWords } from '../ui/page-context.ts';
import type { Row } from '../model/rows.ts';
import { Icon } from '../ui/icon.tsx';
import { DaySheet } from './day-sheet.tsx';
import { dayId, MonthDay } from './month-day.tsx';
import { dayBeside, weeksOf } from '../dates/weeks.ts';
import './month.css';

/** The same tasks in a month's grid; a day opens as a sheet of its tasks. */
export function MonthView({ rows }: { rows: readonly Row[] }) {
  const { views, list } = useWords();
  const days = useDays();
  const { todayIso } = useTasks();
  const say = useSay();
  /** The day that Tab leads to; its month is the one that is shown. */
  const [day, setDay] = useState(todayIso);
  const [opened, setOpened] = useState<string | null>(null);
  const byDay = useMemo(() => Map.groupBy(rows, ({ fields }) => fields.dueDate), [rows]);
  const month = day.slice(0, 7);
  const weeks = weeksOf(month, days.firstDayOfWeek);

  function showMonthOf(iso: string): void {
    setDay(iso);
    say(days.monthAndYear(iso.slice(0, 7), todayIso));
  }

  function focusDay(iso: string): void {
    setDay(iso);
    requestAnimationFrame(() => document.getElementById(dayId(iso))?.focus());
  }

  function press(event: KeyboardEvent, iso: string): void {
    const next = dayBeside(iso, event.key, days.firstDayOfWeek);
    if (next === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    focusDay(next);
  }

  return (
    <section class="month" aria-labelledby="month-name">
      <div class="month-head">
        <h2 id="month-name">{days.monthAndYear(month, todayIso)}</h2>
        <div class="month-steps">
          <button type="button" class="button small" onClick={() => showMonthOf(todayIso)}>
            {list.groups.today}
          </button>
          <button
            type="button"
            class="icon-button month-back"
            aria-label={views.previousMonth}
            onClick={() => showMonthOf(addMonths(day, -1))}
          >
            <Icon name="fold" />
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label={views.nextMonth}
            onClick={() => showMonthOf(addMonths(day, 1))}
          >
            <Icon name="fold" />
          </button>
        </div>
      </div>
      <table class="month-grid" aria-labelledby="month-name">
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
                <MonthDay
                  key={iso}
                  iso={iso}
                  rows={byDay.get(iso) ?? []}
                  outside={!iso.startsWith(month)}
                  reachable={iso === day}
                  opened={iso === opened}
                  onOpen={() => {
                    setDay(iso);
                    setOpened(iso);
                  }}
                  onPress={press}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {opened !== null && (
        <DaySheet
          key={opened}
          iso={opened}
          rows={byDay.get(opened) ?? []}
          onClose={(refocus) => {
            setOpened(null);
            if (refocus) focusDay(opened);
          }}
        />
      )}
    </section>
  );
}

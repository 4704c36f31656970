import { useEffect, useState } from 'preact/hooks';
import { daysLate } from '../view/groups.ts';
import type { Row } from '../sync/rows.ts';
import { ImportanceMark, StateRing } from '../tasks/row/marks.tsx';
import { DayMark } from '../ui/controls.tsx';
import { listen } from '../ui/events.ts';
import { useDays, useWords } from '../ui/page-context.ts';
import { weekFrom } from '../view/week.ts';
import type { Page } from './open-page.ts';
import { useTasks } from '../tasks/workspace.ts';

/** The coming week, printed in place of the page: first the overdue tasks, then each day. Removed after printing. */
export function WeekSheet({ opened }: Pick<Page, 'opened'>) {
  const { list, views } = useWords();
  const { ordered, todayIso } = useTasks();
  const days = useDays();
  // The sheet must not change while it is printed.
  const [week] = useState(() => weekFrom(ordered.peek(), todayIso));

  useEffect(() => {
    const unlisten = listen(window, { afterprint: () => void (opened.value = null) });
    print();
    return unlisten;
  }, [opened]);

  return (
    <section class="week-sheet" aria-label={views.week.print}>
      <h1>
        {[0, -1].map((at) => days.long(week.days.at(at)?.iso ?? todayIso, todayIso)).join(' – ')}
      </h1>
      {week.overdue.length > 0 && (
        <section class="week-day week-overdue">
          <h2>{list.groups.overdue}</h2>
          <Lines rows={week.overdue} />
        </section>
      )}
      {week.days.map(({ iso, rows }) => (
        <section key={iso} class="week-day">
          <h2>
            <DayMark iso={iso} />
            <span class="unseen">{days.long(iso, todayIso)}</span>
          </h2>
          <Lines rows={rows} />
        </section>
      ))}
    </section>
  );
}

/** The tasks of a day, and one line to write on. */
function Lines({ rows }: { rows: readonly Row[] }) {
  const { list } = useWords();
  const { todayIso } = useTasks();
  return (
    <ul>
      {rows.map(({ key, fields }) => {
        const late = daysLate(fields, todayIso);
        return (
          <li key={key}>
            <StateRing state={fields.state} />
            <span dir="auto">{fields.description}</span>
            {late > 0 && <span class="late">{list.late(late)}</span>}
            <ImportanceMark importance={fields.importance} />
          </li>
        );
      })}
      <li aria-hidden="true" />
    </ul>
  );
}

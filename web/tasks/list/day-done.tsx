import { weekdayOf } from '../../dates/calendar.ts';
import { Button, DayMark } from '../../ui/controls.tsx';
import { useDays, useSayDay, useWords } from '../../ui/page-context.ts';
import { isOpen } from '../../view/groups.ts';
import { everything, isTodayAlone } from '../../view/query.ts';
import { weekFrom } from '../../view/week.ts';
import { isolated } from '../../words/language.ts';
import { useTasks } from '../workspace.ts';

/** The end of a day, above the list: today's date, the next task, and how many tasks each of the coming days has. */
export function DayDone() {
  const { list, search } = useWords();
  const sayDay = useSayDay();
  const { ordered, viewState, todayIso } = useTasks();
  const rows = ordered.value;
  const next = rows.find((row) => isOpen(row) && row.fields.dueDate > todayIso);
  return (
    <>
      <DayMark iso={todayIso} />
      <h2 id="day-done">{list.dayDone}</h2>
      {next && (
        <p class="quiet">
          {list.nextTask(sayDay(next.fields.dueDate), isolated(next.fields.description))}
        </p>
      )}
      {isTodayAlone(viewState.query.value) && (
        <p>
          <Button onClick={() => void (viewState.query.value = everything)}>
            {search.showAll}
          </Button>
        </p>
      )}
      <ol class="day-done-week">
        {weekFrom(rows, todayIso)
          .days.slice(1)
          .map(({ iso, rows: own }) => (
            <DoneDay key={iso} iso={iso} count={own.length} />
          ))}
      </ol>
    </>
  );
}

function DoneDay({ iso, count }: { iso: string; count: number }) {
  const { list } = useWords();
  const days = useDays();
  const { todayIso } = useTasks();
  return (
    <li data-weekend={weekdayOf(iso) > 5}>
      <span aria-hidden="true">{days.weekday(iso)}</span>
      <span class="numeral" aria-hidden="true">
        {days.day(iso)}
      </span>
      <span class="note" aria-hidden="true">
        {count || '–'}
      </span>
      <span class="unseen">
        {days.long(iso, todayIso)}, {list.counted(count)}
      </span>
    </li>
  );
}

import { useLayoutEffect, useRef } from 'preact/hooks';
import { weekdayOf } from '../../dates/calendar.ts';
import type { Row } from '../../sync/rows.ts';
import { Button, DayMark, SmallButton } from '../../ui/controls.tsx';
import { useDays, useSettings, useWords } from '../../ui/page-context.ts';
import { commands } from '../commands/table.ts';
import type { CommandOn } from '../commands/table.ts';
import { focusRow } from '../focus.ts';
import { Editor } from '../form/task-form.tsx';
import { RowDay, TaskRow, useDelayText } from '../row/task-row.tsx';
import { useTasks } from '../workspace.ts';
import { usePlan } from './use-plan.ts';

import './plan.css';

/** The tasks that are overdue or due today, one after the other, and the coming days to place them on by key or tap. */
export function Plan({ rows, onPrint }: { rows: readonly Row[]; onPrint: () => void }) {
  const { views, list, overdue, toast } = useWords();
  const words = views.plan;
  const { readOnly } = useTasks();
  const plan = usePlan(rows);
  const { toPlan, current, mostADay } = plan;

  return (
    <>
      <section class="group plan" aria-labelledby="plan-title">
        <div class="group-head side-by-side">
          <h2 id="plan-title">
            {words.title}{' '}
            {toPlan.length > 0 && <span class="count">{list.counted(toPlan.length)}</span>}
          </h2>
          <p class="overdue-actions side-by-side">
            {toPlan.length > 1 && (
              <Button class="flat-button" disabled={readOnly} onClick={plan.spread}>
                {overdue.spread}
                <span class="a-day">{overdue.aDay(mostADay)}</span>
              </Button>
            )}
            {plan.canUndo && (
              <Button class="flat-button" disabled={readOnly} onClick={plan.undo}>
                {toast.undo}
              </Button>
            )}
          </p>
        </div>
        {current && <PlanTasks plan={plan} />}
        {!current && <Planned count={plan.doneCount} onPrint={onPrint} onUndo={plan.undoAll} />}
      </section>
      <section class="group plan-week" aria-labelledby="plan-week">
        <div class="group-head side-by-side">
          <h2 id="plan-week">{words.week}</h2>
        </div>
        <ul class="plan-days">
          {plan.days.map(({ iso, rows: own, key }) => (
            <Day
              key={iso}
              iso={iso}
              rows={own}
              most={mostADay}
              letter={key}
              onChoose={current && !readOnly ? () => plan.moveInPlan(iso) : null}
            />
          ))}
        </ul>
        {current && <p class="view-keys note">{words.keys}</p>}
      </section>
    </>
  );
}

/** The current task, the tasks that follow, and the number of all others. */
function PlanTasks({ plan }: { plan: ReturnType<typeof usePlan> }) {
  const { views } = useWords();
  return (
    <ul class="plan-tasks">
      {plan.shown.map((row) => {
        if (row !== plan.current) return <FollowingTask key={row.key} row={row} />;
        return <CurrentTask key={row.key} row={row} onRun={plan.run} />;
      })}
      {plan.more > 0 && (
        <li class="row">
          <p class="plan-ways note">{views.more(plan.more)}</p>
        </li>
      )}
    </ul>
  );
}

/** The current task, with the commands that have no day below. */
function CurrentTask({ row, onRun }: { row: Row; onRun: (name: CommandOn<'targets'>) => void }) {
  const { views, fields, menu } = useWords();
  const { tasks, todayIso, readOnly } = useTasks();
  const isEditing = tasks.editing.value === row.key;
  const ways = [
    { command: 'toNextWeek', label: views.plan.later },
    { command: 'done', label: fields.states.DONE },
    { command: 'remove', label: menu.remove },
  ] as const;
  return (
    <li
      class="row plan-current"
      data-row={row.key}
      data-state={row.fields.state}
      data-editing={isEditing}
      aria-current="true"
    >
      {row.fields.dueDate < todayIso && <RowDay row={row} />}
      {isEditing ? <Editor row={row} /> : <TaskRow row={row} />}
      <p class="plan-ways side-by-side">
        {ways.map(({ command, label }) => (
          <SmallButton key={command} disabled={readOnly} onClick={() => onRun(command)}>
            {label} <KeyHint letter={commands[command].keys[0] ?? ''} />
          </SmallButton>
        ))}
      </p>
    </li>
  );
}

/** A task that follows; a press makes it the current task. */
function FollowingTask({ row }: { row: Row }) {
  const { viewState } = useTasks();
  const late = useDelayText(row);
  return (
    <li class="row" data-row={row.key}>
      <div class="row-body plan-waiting">
        <button type="button" class="row-text" onClick={() => focusRow(viewState, row.key)}>
          <span class="one-line" dir="auto">
            {row.fields.description}
          </span>
        </button>
        {late && <span class="late">{late}</span>}
      </div>
    </li>
  );
}

/** A day with its load and its tasks; it is a button while there is a task to place. */
function Day(props: {
  iso: string;
  rows: readonly Row[];
  most: number;
  /** Null for a day without a key. */
  letter: string | null;
  onChoose: (() => void) | null;
}) {
  const { iso, rows, most, letter, onChoose } = props;
  const { load } = useWords().views.plan;
  const { todayIso } = useTasks();
  const days = useDays();
  const label = (
    <>
      <span class="unseen">{days.long(iso, todayIso)}, </span>
      {load(rows.length, most)}
    </>
  );
  return (
    <li
      class="plan-day"
      data-weekend={weekdayOf(iso) > 5}
      data-full={rows.length > most}
      style={{ '--load': String(Math.min(1, rows.length / most)) }}
    >
      <DayMark iso={iso} />
      <div class="plan-line">
        {onChoose === null && <span class="plan-load">{label}</span>}
        {onChoose !== null && (
          <Button class="plan-load" onClick={onChoose}>
            {label}
          </Button>
        )}
        <span class="note one-line" dir="auto">
          {rows.map(({ fields }) => fields.description).join(' · ')}
        </span>
        {onChoose !== null && letter !== null && <KeyHint letter={letter} />}
      </div>
    </li>
  );
}

const signs: Readonly<Record<string, string>> = { Delete: '⌫' };

/** The key of an action, beside it, unless the shortcuts are off. */
function KeyHint({ letter }: { letter: string }) {
  if (useSettings().shortcuts === 'off') return null;
  return (
    <kbd class="plan-key" aria-hidden="true">
      {signs[letter] ?? letter.toUpperCase()}
    </kbd>
  );
}

/** Shown when no task is left to place, with a button to print the week. It gets the focus after the last task. */
function Planned({
  count,
  onPrint,
  onUndo,
}: {
  count: number;
  onPrint: () => void;
  onUndo: () => void;
}) {
  const { views } = useWords();
  const { readOnly } = useTasks();
  const headingRef = useRef<HTMLHeadingElement>(null);
  const isPlanned = count > 0;
  useLayoutEffect(() => {
    if (isPlanned) headingRef.current?.focus();
  }, [isPlanned]);
  return (
    <div class="plan-end">
      <h3 ref={headingRef} tabIndex={-1}>
        {isPlanned ? views.plan.planned(count) : views.plan.nothing}
      </h3>
      <p class="side-by-side">
        <Button onClick={onPrint}>{views.week.print}</Button>
        {isPlanned && (
          <Button disabled={readOnly} onClick={onUndo}>
            {views.plan.undoAll}
          </Button>
        )}
      </p>
    </div>
  );
}

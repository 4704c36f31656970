import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { weekdayOf } from '../../dates/calendar.ts';
import { inOrder } from '../../view/order.ts';
import { dayNamed } from '../../quick-add/day-names.ts';
import type { Row } from '../../sync/rows.ts';
import { Button, DayMark, SmallButton } from '../../ui/controls.tsx';
import { useDays, useSettings, useWords } from '../../ui/page-context.ts';
import { rowsToPlan, weekFrom } from '../../view/week.ts';
import type { Step } from '../history.ts';
import { Editor } from '../form/task-form.tsx';
import { RowDay, TaskRow, useDelayText } from '../row/task-row.tsx';
import { focusRow, keyToFocusAfter, usePublishedRows } from '../focus.ts';
import { useTasks } from '../workspace.ts';

import './plan.css';

/** The number of tasks shown: the current one, and those that follow. */
const mostShown = 3;

/** The tasks that are overdue or due today, one after the other, and the coming days to place them on by key or tap. */
export function Plan({ rows, onPrint }: { rows: readonly Row[]; onPrint: () => void }) {
  const { views, list, overdue, fields, menu, toast } = useWords();
  const words = views.plan;
  const { tasks, actions, tools, todayIso, readOnly } = useTasks();
  const { firstDayOfWeek } = useDays();
  const mostADay = Number(useSettings().daily);
  const [before] = useState(() => actions.steps.peek().at(-1)?.number ?? 0);
  const steps = actions.steps.value.filter(({ number }) => number > before);
  const placed = new Set(
    steps.filter(({ places }) => places).flatMap(({ changes }) => keysOf(changes)),
  );
  const toPlan = rowsToPlan(rows, placed, todayIso);
  // Added rows do not count: new tasks, and the next task of a recurrence.
  const changed = steps.flatMap(({ changes }) => changes.filter(({ kind }) => kind !== 'added'));
  const settled = new Set(keysOf(changed));
  const order = toPlan.map(({ key }) => key);
  const { days } = weekFrom(inOrder(tasks.rows.value), todayIso);
  const current = useCurrent(toPlan);
  const at = current === undefined ? 0 : toPlan.indexOf(current);
  const shown = toPlan.slice(at, at + mostShown);
  const editing = tasks.editing.value;
  usePublishedRows(order);

  /** Runs an action on the current task, and moves the focus to the next one. */
  function settle(run: (rows: readonly Row[]) => void): void {
    if (current === undefined) return;
    const next = keyToFocusAfter(order, (key) => key === current.key);
    run([current]);
    if (next !== null) focusRow(tools, next);
  }

  const place = (iso: string) => settle((own) => actions.place(own, iso));
  const later = () => place(dayNamed('nextWeek', { todayIso, firstDayOfWeek }));
  const ways = [
    { key: 'l', command: 'toNextWeek', label: words.later, run: later },
    { key: 'e', command: 'done', label: fields.states.DONE, run: () => settle(actions.finish) },
    { key: '⌫', command: 'remove', label: menu.remove, run: () => settle(actions.remove) },
  ];

  useLayoutEffect(() => {
    tools.viewCommand.value = (command, key) => {
      const iso = days[Number(key) - 1]?.iso;
      const run =
        iso === undefined ? ways.find((way) => way.command === command)?.run : () => place(iso);
      if (run === undefined || current === undefined) return false;
      // Text that is typed without a field must not place tasks: the first key only sets the focus.
      if (document.activeElement === document.body) focusRow(tools, current.key);
      else run();
      return true;
    };
    return () => void (tools.viewCommand.value = null);
  });

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
              <Button
                class="flat-button"
                disabled={readOnly}
                onClick={() => actions.placeSpread(toPlan)}
              >
                {overdue.spread}
                <span class="a-day">{overdue.aDay(mostADay)}</span>
              </Button>
            )}
            {steps.length > 0 && (
              <Button class="flat-button" disabled={readOnly} onClick={actions.undo}>
                {toast.undo}
              </Button>
            )}
          </p>
        </div>
        {current === undefined ? (
          <Planned
            count={settled.size}
            onPrint={onPrint}
            onUndo={() => actions.undoSince(before)}
          />
        ) : (
          <ul class="plan-tasks">
            {shown.map((row) =>
              row === current ? (
                <li
                  key={row.key}
                  class="row plan-current"
                  data-row={row.key}
                  data-state={row.fields.state}
                  data-editing={row.key === editing}
                  aria-current="true"
                >
                  {row.fields.dueDate < todayIso && <RowDay row={row} />}
                  {row.key === editing ? <Editor row={row} /> : <TaskRow row={row} />}
                  <p class="plan-ways side-by-side">
                    {ways.map(({ key, label, run }) => (
                      <SmallButton key={key} disabled={readOnly} onClick={run}>
                        {label} <KeyHint letter={key} />
                      </SmallButton>
                    ))}
                  </p>
                </li>
              ) : (
                <FollowingTask key={row.key} row={row} />
              ),
            )}
            {toPlan.length > shown.length && (
              <li class="row">
                <p class="plan-ways note">{views.more(toPlan.length - shown.length)}</p>
              </li>
            )}
          </ul>
        )}
      </section>
      <section class="group plan-week" aria-labelledby="plan-week">
        <div class="group-head side-by-side">
          <h2 id="plan-week">{words.week}</h2>
        </div>
        <ul class="plan-days">
          {days.map(({ iso, rows: own }, day) => (
            <Day
              key={iso}
              iso={iso}
              rows={own}
              most={mostADay}
              letter={String(day + 1)}
              onPlace={current && !readOnly ? () => place(iso) : null}
            />
          ))}
        </ul>
        {current && <p class="view-keys note">{words.keys}</p>}
      </section>
    </>
  );
}

const keysOf = (changes: Step['changes']) => changes.map(({ rowKey }) => rowKey);

/** The current task: the one that has or last had the focus, else the first, which gets the focus at the start. */
function useCurrent(toPlan: readonly Row[]): Row | undefined {
  const { tools } = useTasks();
  const focused = tools.focused.value;
  const last = useSignal<string | null>(null);
  const rowOf = (wanted: string | null) => toPlan.find(({ key }) => key === wanted);
  const current = rowOf(focused) ?? rowOf(last.peek()) ?? toPlan[0];
  const key = current?.key ?? null;
  useLayoutEffect(() => {
    if (last.peek() === null && key !== null) focusRow(tools, key);
    last.value = key;
  }, [tools, last, key]);
  return current;
}

/** A task that follows; a press makes it the current task. */
function FollowingTask({ row }: { row: Row }) {
  const { tools } = useTasks();
  const late = useDelayText(row);
  return (
    <li class="row" data-row={row.key}>
      <div class="row-body plan-waiting">
        <button type="button" class="row-text" onClick={() => focusRow(tools, row.key)}>
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
  letter: string;
  onPlace: (() => void) | null;
}) {
  const { iso, rows, most, letter, onPlace } = props;
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
        {onPlace === null ? (
          <span class="plan-load">{label}</span>
        ) : (
          <Button class="plan-load" onClick={onPlace}>
            {label}
          </Button>
        )}
        <span class="note one-line" dir="auto">
          {rows.map(({ fields }) => fields.description).join(' · ')}
        </span>
        {onPlace !== null && <KeyHint letter={letter} />}
      </div>
    </li>
  );
}

/** The key of an action, beside it, unless the shortcuts are off. */
function KeyHint({ letter }: { letter: string }) {
  if (useSettings().shortcuts === 'off') return null;
  return (
    <kbd class="plan-key" aria-hidden="true">
      {letter.toUpperCase()}
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

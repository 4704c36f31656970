import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import { addDays, addMonths, weekOf } from '../../dates/calendar.ts';
import { blankNewTask, setByHand } from '../../quick-add/draft.ts';
import { rowWith } from '../../sync/rows.ts';
import type { Row } from '../../sync/rows.ts';
import { useNarrow } from '../../ui/events.ts';
import { createRowsByDay } from '../../view/rows-by-day.ts';
import { useDays } from '../../ui/page-context.ts';
import { afterDrawing, focusRow, usePublishedRows } from '../focus.ts';
import { usePainted, usePrinting } from '../list/virtual-list.tsx';
import { useMoveAnimation } from '../move-animation.ts';
import { useTasks } from '../workspace.ts';
import { dayTasksName } from './month-day.tsx';
import { focusPlace } from './month-places.ts';
import {
  createUnchanged,
  dayId,
  drawnWeeks,
  narrowWeeks,
  noRows,
  openFirst,
  placeBeside,
  shownOf,
  weekStart,
  weekEdges,
  weekWith,
  wideWeeks,
} from './month-weeks.ts';
import type { Place } from './month-weeks.ts';
import { useRepeats } from './use-repeats.ts';
import { useWeeks } from './week-scroll.ts';

/** The number of weeks that are drawn above and below those on the screen. */
const beyond = 2;

/** What the month shows, and what changes it. The month draws in `scrollerRef`, which follows the weeks on the screen. */
export function useMonth(rows: readonly Row[], scrollerRef: RefObject<HTMLElement | null>) {
  const { firstDayOfWeek } = useDays();
  const { tasks, viewState, todayIso } = useTasks();
  const narrow = useNarrow();
  const [chosen, choose] = useState<string | null>(null);
  const chosenIso = chosen ?? todayIso;
  const [asked, setAsked] = useState<string | null>(null);
  const [writtenIso, setWritten] = useState<string | null>(null);
  const [leaveDay] = useState(() => () => setWritten(null));
  const edited = rowWith(rows, tasks.editing.value);
  // A task is edited among the tasks of its day.
  const listedIso = edited?.fields.dueDate ?? (narrow ? chosenIso : asked);
  const { calendar, byDay, edges } = useCalendar(rows, narrow, writtenIso);
  const thisWeek = weekWith(todayIso, calendar);
  const onScreen = useWeeks(scrollerRef, thisWeek, edges);
  const rowsOf = (iso: string) => byDay.get(iso) ?? noRows;
  const listed = listedIso === null ? null : rowsOf(listedIso);
  const { repeatsOf, gridRepeatsOf } = useRepeats(rows, {
    fromIso: weekStart(onScreen.first, calendar),
    toIso: addDays(weekStart(onScreen.last, calendar), 6),
  });

  // The month opens on today: a task of an earlier week gives the focus to it.
  const isOpeningRef = useRef(true);
  useLayoutEffect(() => {
    const isOpening = isOpeningRef.current;
    isOpeningRef.current = false;
    if (!isOpening) return;
    const focused = rowWith(rows, viewState.focused.peek());
    if (focused === undefined) return;
    if (weekWith(focused.fields.dueDate, calendar) >= thisWeek) return;
    viewState.focused.value = null;
    document.getElementById(dayId(todayIso))?.focus();
  });
  const order = useMemo(
    () => (listed ?? [...byDay.values()].flat()).map(({ key }) => key),
    [listed, byDay],
  );
  usePublishedRows(order, () => {
    if (listed === null) return document.getElementById(dayId(chosenIso));
    return listed.length === 0 ? document.getElementById(dayTasksName) : null;
  });
  useMoveAnimation();

  /** Opens a field for a new task in the day, or on a phone the new-task form. Returns false for a past day. */
  function add(iso: string): boolean {
    if (iso < todayIso) return false;
    setAsked(null);
    if (narrow) {
      const draft = tasks.drafts.current.peek().newTask ?? blankNewTask(todayIso);
      tasks.drafts.setNewTask(setByHand(draft, 'date', { dueDate: iso }));
      focusRow(viewState, null);
    } else setWritten(iso);
    return true;
  }
  useLayoutEffect(() => {
    viewState.viewCommand.value = (command) => command === 'add' && add(chosenIso);
    return () => void (viewState.viewCommand.value = null);
  });

  // The month of the first visible week.
  const month = addDays(weekStart(onScreen.first, calendar), 6).slice(0, 7);
  const { room, drawnBeyond, isPrinting } = useRoom(narrow);
  // The row with the focus and the chosen day stay drawn.
  const keptKey = viewState.focused.value;
  const keptIso = rowWith(rows, keptKey)?.fields.dueDate ?? chosenIso;
  const kept = [chosenIso, keptIso].map((iso) => weekWith(iso, calendar));

  function inDay(iso: string): number {
    const { shown, more } = shownOf(rowsOf(iso), room, null);
    return shown.length + Math.min(more, 1);
  }

  /** Chooses a day, so that it is drawn, and puts the focus on a place in it. */
  function go(place: Place): void {
    choose(place.iso);
    afterDrawing(() => focusPlace(place));
  }

  /** Shows a day, and returns its month as "2026-11". */
  function show(iso: string): string {
    choose(iso);
    onScreen.show(weekWith(iso, calendar));
    return iso.slice(0, 7);
  }

  return {
    narrow,
    month,
    ...useFold(narrow, () => onScreen.show(weekWith(chosenIso, calendar))),
    thisWeek,
    weeks: drawnWeeks(onScreen, drawnBeyond, isPrinting ? [] : kept),
    /** The upper edge of each week, and last the lower edge of the grid, in rem. */
    edges,
    daysIn: (week: number) => weekOf(weekStart(week, calendar), firstDayOfWeek),
    room,
    /** The lines of a week; on a phone it has none. */
    linesIn: (week: number): number => {
      if (narrow) return 0;
      const height = (edges[week + 1] ?? 0) - (edges[week] ?? 0);
      return Math.round((height - wideWeeks.base) / wideWeeks.line);
    },
    rowsOf,
    /** The tasks that will be due again on a day in sight, and those that the grid has. */
    repeatsOf,
    gridRepeatsOf,
    chosenIso,
    writtenIso,
    /** The day whose tasks are listed, below the grid or in a sheet. */
    listedIso,
    listed: listed ?? noRows,
    /** The day whose tasks are listed in a sheet. */
    openedIso: narrow ? null : listedIso,
    keptKey,
    keptIso,
    choose,
    open: setAsked,
    leaveDay,
    add,
    go,
    goToToday: (): void => {
      onScreen.show(thisWeek);
      go({ iso: todayIso, at: 0 });
    },
    /** Shows the next or previous month. */
    step: (by: 1 | -1): string => show(addMonths(`${month}-01`, by)),
    /** Shows the same day of the next or previous week, and returns it. */
    stepByWeek: (by: 1 | -1): string => {
      const iso = addDays(chosenIso, 7 * by);
      show(iso);
      return iso;
    },
    closeSheet: (): void => {
      setAsked(null);
      tasks.edit(null);
    },
    placeBeside: (place: Place, key: string) => placeBeside(place, key, calendar, inDay),
  };
}

export type Month = ReturnType<typeof useMonth>;

/** On a phone: whether the grid is folded to one week, and what folds and opens it. Then the week of the chosen day is shown. */
function useFold(narrow: boolean, showChosen: () => void) {
  const { week } = useTasks().viewState.folds;
  return {
    isWeek: narrow && week.value,
    fold: (isWeek: boolean): void => {
      week.value = isWeek;
      afterDrawing(showChosen);
    },
  };
}

/** The tasks by day in the grid that was opened today, and the edges of its weeks. */
function useCalendar(rows: readonly Row[], narrow: boolean, writtenIso: string | null) {
  const { firstDayOfWeek } = useDays();
  const [openedIso] = useState(useTasks().todayIso);
  const calendar = useMemo(() => ({ openedIso, firstDayOfWeek }), [openedIso, firstDayOfWeek]);
  const [rowsByDay] = useState(() => createRowsByDay(openFirst));
  const byDay = useMemo(() => rowsByDay(rows), [rowsByDay, rows]);
  const sizes = narrow ? narrowWeeks : wideWeeks;
  const [unchanged] = useState(createUnchanged);
  const edges = useMemo(
    () => unchanged(weekEdges(byDay, writtenIso, calendar, sizes)),
    [unchanged, byDay, writtenIso, calendar, sizes],
  );
  return { calendar, byDay, edges };
}

/** The number of tasks that have room in a day: on paper all, on a phone none. */
function useRoom(narrow: boolean) {
  const isPrinting = usePrinting();
  const isPainted = usePainted();
  const roomOfDay = isPrinting ? Number.POSITIVE_INFINITY : wideWeeks.most;
  return {
    isPrinting,
    room: narrow ? 0 : roomOfDay,
    drawnBeyond: isPainted && !isPrinting ? beyond : 0,
  };
}

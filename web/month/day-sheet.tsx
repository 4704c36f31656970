import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';

import { blankNewTask, setByHand } from '../model/new-task.ts';
import { useDays, useTasks, useWords } from '../ui/page-context.ts';
import { focusRow, useShown } from '../list/focus.ts';
import type { Row } from '../model/rows.ts';
import { TaskRow } from '../task/task-row.tsx';
import { Icon } from '../ui/icon.tsx';
import { dayId } from './month-day.tsx';
import { orderOf, rowItems } from '../model/groups.ts';
import { VirtualList } from '../list/virtual-list.tsx';

type Props = { iso: string; rows: readonly Row[]; onClose: (refocus: boolean) => void };

/** The tasks of one day: beside it where there is room, and from the foot of a phone. */
export function DaySheet({ iso, rows, onClose }: Props) {
  const { list, views, close } = useWords();
  const days = useDays();
  const { tasks, tools, todayIso } = useTasks();
  const items = useMemo(() => rowItems({ key: iso, rows }, iso), [rows, iso]);
  const sheetRef = useRef<HTMLDivElement>(null);
  const headRef = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const day = document.getElementById(dayId(iso));
    sheetRef.current?.showPopover(day === null ? {} : { source: day });
    headRef.current?.focus();
  }, [iso]);
  useLeft(onClose);
  useShown(orderOf(items), () => (rows.length === 0 ? headRef.current : null));
  return (
    <div
      ref={sheetRef}
      // Manual, because a bottom sheet opened from here would close any other kind.
      popover="manual"
      role="dialog"
      class="popover day-sheet"
      aria-labelledby="day-sheet-name"
    >
      <div class="day-sheet-head">
        <h3 ref={headRef} id="day-sheet-name" tabIndex={-1}>
          {days.long(iso, todayIso)}
        </h3>
        <button type="button" class="icon-button" aria-label={close} onClick={() => onClose(true)}>
          <Icon name="close" />
        </button>
      </div>
      {rows.length === 0 && <p class="quiet">{views.columnEmpty}</p>}
      <VirtualList items={items} listClass="rows" rowClass="row" row={TaskRow} />
      {iso >= todayIso && (
        <button
          type="button"
          class="button small"
          onClick={() => {
            const draft = tasks.drafts.get().newTask ?? blankNewTask(todayIso);
            tasks.drafts.dispatch({ kind: 'new-task', fields: setByHand(draft, 'date', { dueDate: iso }) });
            onClose(false);
            focusRow(tools, null);
          }}
        >
          {views.addHere}
        </button>
      )}
      <span class="unseen">{list.counted(rows.length)}</span>
    </div>
  );
}

/** Escape closes the sheet, and so does a press beside it, unless a dialog, a menu or an editor is open above it. */
function useLeft(onClose: (refocus: boolean) => void): void {
  // Before the next key, which may follow at once.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const above = document.querySelector(':modal, [role="menu"]:popover-open, [data-editing="true"]');
      if (event.key === 'Escape' && above === null) onClose(true);
    };
    const point = ({ target }: PointerEvent) => {
      const kept = '.day-sheet, [popover], dialog, .toasts, .month-day';
      if (target instanceof Element && target.closest(kept) === null) onClose(false);
    };
    document.addEventListener('keydown', press);
    document.addEventListener('pointerdown', point);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener('pointerdown', point);
    };
  });
}

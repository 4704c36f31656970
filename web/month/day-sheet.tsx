import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { blankNewTask, setByHand } from '../model/new-task.ts';
import { useDays, useTasks, useWords } from '../ui/page-context.ts';
import { focusRow } from '../list/focus.ts';
import { RowMenu } from '../task/row-menu.tsx';
import type { Row } from '../model/rows.ts';
import { TaskRow } from '../task/task-row.tsx';
import { Icon } from '../ui/icon.tsx';
import { dayId } from './month-day.tsx';
import { useFocusKept } from '../list/use-focus-kept.ts';
import { isFew } from '../list/window.ts';
import { VirtualList } from '../list/virtual-list.tsx';

type Props = { iso: string; rows: readonly Row[]; onClose: (refocus: boolean) => void };

/** The lines of one day, beside it on a workspace and from the foot of a phone. */
export function DaySheet({ iso, rows, onClose }: Props) {
  const { list, views, close } = useWords();
  const days = useDays();
  const { tasks, todayIso } = useTasks();
  const [menuKey, setMenuKey] = useState<string | null>(null);
  const sheetRef = useRef<HTMLDivElement>(null);
  const headRef = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const day = document.getElementById(dayId(iso));
    sheetRef.current?.showPopover(day === null ? {} : { source: day });
    headRef.current?.focus();
  }, [iso]);
  useLeft(onClose);
  useFocusKept(() => (rows.length === 0 ? headRef.current : null));
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
      <VirtualList class="rows" rows={rows} few={isFew(rows.length)}>
        {(row, place) => (
          <TaskRow key={row.key} row={row} {...place} opensDay={false} onMenu={() => setMenuKey(row.key)} />
        )}
      </VirtualList>
      {iso >= todayIso && (
        <button
          type="button"
          class="button small"
          onClick={() => {
            const line = tasks.drafts.get().line ?? blankNewTask(todayIso);
            tasks.drafts.dispatch({ kind: 'line', fields: setByHand(line, 'date', { dueDate: iso }) });
            onClose(false);
            focusRow(null);
          }}
        >
          {views.addHere}
        </button>
      )}
      <RowMenu rows={rows} rowKey={menuKey} />
      <span class="unseen">{list.counted(rows.length)}</span>
    </div>
  );
}

/** Escape closes the sheet, and so does a press beside it; what lies above it has its own ways. */
function useLeft(onClose: (refocus: boolean) => void): void {
  useEffect(() => {
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

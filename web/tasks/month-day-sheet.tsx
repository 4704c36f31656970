import { useLayoutEffect, useState } from 'preact/hooks';

import type { Row } from '../sync/rows.ts';
import { useTasks, useWords } from '../ui/page-context.ts';
import { Icon } from '../ui/icon.tsx';
import { DayTasks, dayTasksName } from './month-day-tasks.tsx';
import { dayId } from './month-day.tsx';

type Props = {
  iso: string;
  rows: readonly Row[];
  /** `refocus` is false when the focus goes elsewhere by itself. */
  onClose: (refocus: boolean) => void;
};

/** All tasks of one day beside it, where a task is edited, too. */
export function DaySheet({ iso, rows, onClose }: Props) {
  const { close } = useWords();
  const { tasks } = useTasks();
  // Before the form of a task that is edited takes the focus.
  const [show] = useState(() => (sheet: HTMLDivElement | null) => {
    const day = document.getElementById(dayId(iso))?.closest<HTMLElement>('.month-day');
    sheet?.showPopover(day ? { source: day } : {});
  });
  useLayoutEffect(() => {
    if (tasks.editing.peek() === null) document.getElementById(dayTasksName)?.focus();
  }, [tasks]);
  useLeft(onClose);
  return (
    <div
      ref={show}
      // Manual, because a menu opened from here would close any other kind.
      popover="manual"
      role="dialog"
      class="popover day-sheet"
      aria-labelledby={dayTasksName}
    >
      <DayTasks iso={iso} rows={rows} onNew={() => onClose(false)}>
        <button type="button" class="icon-button" aria-label={close} onClick={() => onClose(true)}>
          <Icon name="close" />
        </button>
      </DayTasks>
    </div>
  );
}

/** Escape closes the sheet, and so does a press beside it, unless a dialog, a menu or an editor is open above it. */
function useLeft(onClose: (refocus: boolean) => void): void {
  // Before the next key, which may follow at once.
  useLayoutEffect(() => {
    const isCovered = () =>
      document.querySelector(':modal, [role="menu"]:popover-open, [data-editing="true"]') !== null;
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && !isCovered()) onClose(true);
    };
    const point = ({ target }: PointerEvent) => {
      const isOutside = target instanceof Element && target.closest('[popover], dialog, .toasts') === null;
      if (isOutside && !isCovered()) onClose(false);
    };
    document.addEventListener('keydown', press);
    document.addEventListener('pointerdown', point);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener('pointerdown', point);
    };
  });
}

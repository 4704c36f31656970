import { useComputed } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Menu, MenuChoices, MenuGroup, MenuItem } from '../../ui/menu.tsx';
import { listen } from '../../ui/events.ts';
import { useWords } from '../../ui/page-context.ts';
import { useFieldOptions } from './marks.tsx';
import { rowMenuId } from './task-row.tsx';
import { runInMenu } from '../commands/run-and-focus.ts';
import { commandOfImportance, commandOfState } from '../commands/table.ts';
import { rowWith } from '../../sync/rows.ts';
import { rowKeyAt } from '../focus.ts';
import { useQuickAdd, useReader, useTasks } from '../workspace.ts';

/** The menu that all rows share: `viewState.menu` has the key of the row whose button opened it. */
export function RowMenu() {
  const { fields, menu, list, date, selection: selectionWords } = useWords();
  const options = useFieldOptions();
  const workspace = useTasks();
  const { tasks, actions, viewState, readOnly } = workspace;
  const { menu: opened } = viewState;
  const row = useComputed(() => rowWith(tasks.rows.value, opened.value)).value;
  const pointRef = useRef<HTMLSpanElement>(null);
  useEffect(
    () =>
      followMenuPress(({ rowKey, x, y }) => {
        const point = pointRef.current;
        const popover = document.getElementById(rowMenuId);
        if (readOnly || point === null || popover === null) return;
        opened.value = rowKey;
        point.style.setProperty('left', `${x}px`);
        point.style.setProperty('top', `${y}px`);
        popover.dataset['at'] = 'pointer';
        popover.showPopover({ source: point });
      }),
    [readOnly, opened],
  );
  const { repeatIn } = useReader();
  const quickAdd = useQuickAdd();
  const repeat = row && repeatIn(row.fields.description, quickAdd);
  const run = (name: Parameters<typeof runInMenu>[1]) => () =>
    row && runInMenu(workspace, name, row);
  return (
    <>
      <span ref={pointRef} class="menu-point" />
      <Menu id={rowMenuId} label={row ? list.more(row.fields.description) : ''}>
        {row && (
          <>
            <MenuGroup label={row.fields.description}>
              <MenuItem onChoose={run('toToday')}>{date.names.today}</MenuItem>
              <MenuItem onChoose={run('toTomorrow')}>{date.names.tomorrow}</MenuItem>
              <MenuItem onChoose={run('toNextWeek')}>{date.names.nextWeek}</MenuItem>
              <MenuItem onChoose={run('date')}>{menu.pickDate}</MenuItem>
            </MenuGroup>
            <MenuChoices
              label={fields.importance}
              options={options.importances}
              value={row.fields.importance}
              onChoose={(importance) => runInMenu(workspace, commandOfImportance[importance], row)}
            />
            <MenuChoices
              label={fields.state}
              options={options.states}
              value={row.fields.state}
              onChoose={(state) => runInMenu(workspace, commandOfState[state], row)}
            />
            <MenuGroup>
              <MenuItem onChoose={run('edit')}>{menu.edit}</MenuItem>
              {repeat && (
                <MenuItem onChoose={() => actions.endRepeat(row)}>{menu.endRepeat}</MenuItem>
              )}
              <MenuItem onChoose={run('calendar')}>{menu.calendar}</MenuItem>
              <MenuItem onChoose={run('select')}>{selectionWords.begin}</MenuItem>
              <MenuItem onChoose={run('remove')}>{menu.remove}</MenuItem>
            </MenuGroup>
          </>
        )}
      </Menu>
    </>
  );
}

/** The shortest time of a long press, and the longest way that its finger may move. */
const restMs = 500;
const stillPx = 10;

/** Opens the menu of a row by right click, long press or menu key, at their place. Returns a function that ends this. */
function followMenuPress(open: (point: PressPoint) => void): () => void {
  /** The place and the start of a press. */
  let finger: (PressPoint & { sinceMs: number }) | null = null;
  const lift = () => void (finger = null);

  function press({ target, touches: [touch], timeStamp }: TouchEvent): void {
    const point = touch ? pointOf(target, touch) : null;
    finger = point && { ...point, sinceMs: timeStamp };
  }

  function move({ touches: [touch] }: TouchEvent): void {
    if (finger && touch && Math.hypot(touch.clientX - finger.x, touch.clientY - finger.y) > stillPx)
      lift();
  }

  function end(event: TouchEvent): void {
    const point = finger;
    lift();
    if (point === null || event.timeStamp - point.sinceMs < restMs) return;
    // A long press has no click, which would open the task. Its other events would close a menu that is already open.
    event.preventDefault();
    setTimeout(open, 0, point);
  }

  function ask(event: MouseEvent): void {
    const point = pointOf(event.target, event);
    if (point === null) return;
    event.preventDefault();
    if (finger !== null) return;
    if (event.buttons === 0) open(point);
    else document.addEventListener('pointerup', () => setTimeout(open, 0, point), { once: true });
  }

  const touches = { touchstart: press, touchmove: move, touchend: end, touchcancel: lift };
  const unlisten = [
    listen(document, touches, { capture: true }),
    listen(document, { contextmenu: ask }),
  ];
  return () => unlisten.forEach((each) => each());
}

type PressPoint = { rowKey: string; x: number; y: number };

/** The pressed row and the place; null in links and forms, which have the browser's menu. */
function pointOf(
  target: EventTarget | null,
  { clientX: x, clientY: y }: MouseEvent | Touch,
): PressPoint | null {
  if (!(target instanceof Element) || target.closest('a, input, textarea, form') !== null)
    return null;
  const rowKey = rowKeyAt(target);
  if (rowKey === null) return null;
  return { rowKey, x, y };
}

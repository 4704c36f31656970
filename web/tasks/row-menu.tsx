import { useComputed } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

import { repeatIn } from '../quick-add/read-date.ts';
import { Menu, MenuChoices, MenuGroup, MenuItem } from '../ui/menu.tsx';
import { useWords } from '../ui/page-context.ts';
import { useFieldOptions } from './marks.tsx';
import { rowMenuId } from './task-row.tsx';
import { drawnRow, rowKeyOf, useQuickAdd, useTasks } from './workspace.ts';

/** The one menu of all rows: whose button opened it is in the tools. */
export function RowMenu() {
  const { fields, menu, list, date, selection: selectionWords } = useWords();
  const options = useFieldOptions();
  const { tasks, actions, tools, readOnly } = useTasks();
  const { dating, selection, menu: opened } = tools;
  const row = useComputed(() => {
    const rowKey = opened.value;
    return rowKey === null ? undefined : tasks.rows.value.find(({ key }) => key === rowKey);
  }).value;
  const pointRef = useRef<HTMLSpanElement>(null);
  // A button may have been pressed before this code was there.
  useEffect(() => {
    const button = drawnRow(opened.peek())?.querySelector<HTMLElement>('.row-more');
    if (button) document.getElementById(rowMenuId)?.showPopover({ source: button });
  }, [opened]);
  useEffect(
    () =>
      followMenuPress((rowKey, x, y) => {
        const [point, popover] = [pointRef.current, document.getElementById(rowMenuId)];
        if (readOnly || point === null || popover === null) return;
        opened.value = rowKey;
        point.style.setProperty('left', `${x}px`);
        point.style.setProperty('top', `${y}px`);
        popover.dataset['at'] = 'pointer';
        popover.showPopover({ source: point });
      }),
    [readOnly, opened],
  );
  const quickAdd = useQuickAdd();
  const repeat = row && repeatIn(row.fields.description, quickAdd);
  return (
    <>
      <span ref={pointRef} class="menu-point" />
      <Menu id={rowMenuId} label={row ? list.more(row.fields.description) : ''}>
        {row && (
          <>
            <MenuGroup>
              <MenuItem onChoose={() => selection.toggle(row.key)}>{selectionWords.begin}</MenuItem>
            </MenuGroup>
            <MenuChoices
              label={fields.state}
              options={options.states}
              value={row.fields.state}
              onChoose={(state) => actions.setState([row], state)}
            />
            <MenuChoices
              label={fields.importance}
              options={options.importances}
              value={row.fields.importance}
              onChoose={(importance) => actions.setImportance([row], importance)}
            />
            <MenuGroup>
              <MenuItem onChoose={() => tasks.edit(row.key)}>{menu.edit}</MenuItem>
              <MenuItem onChoose={() => void (dating.value = [row.key])}>{date.title(1)}</MenuItem>
              {repeat && <MenuItem onChoose={() => actions.endRepeat(row)}>{menu.endRepeat}</MenuItem>}
              <MenuItem onChoose={() => actions.remove([row])}>{menu.remove}</MenuItem>
            </MenuGroup>
          </>
        )}
      </Menu>
    </>
  );
}

/** So long a finger rests for a long press, and so little it moves. */
const restMs = 500;
const stillPx = 10;
/** So soon after a press a browser sends its click, if it sends one. */
const clickMs = 300;

/** A right click, a long press and the key for menus ask for the menu of the row that they are on, at their place. Returns what ends that. */
function followMenuPress(open: (rowKey: string, x: number, y: number) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  type Press = { rowKey: string; x: number; y: number; timer?: ReturnType<typeof setTimeout> };
  let finger: Press | null = null;
  let isLong = false;
  let pressed: Press | null = null;
  const show = ({ rowKey, x, y }: Press) => open(rowKey, x, y);

  function lift(): void {
    clearTimeout(finger?.timer);
    finger = null;
  }

  function press(event: PointerEvent): void {
    lift();
    isLong = false;
    const place = placeOf(event);
    if (event.pointerType !== 'touch' || place === null) return;
    finger = { ...place, timer: setTimeout(() => void (isLong = true), restMs) };
  }

  function move({ clientX, clientY }: PointerEvent): void {
    if (finger && Math.hypot(clientX - finger.x, clientY - finger.y) > stillPx) {
      lift();
      isLong = false;
    }
  }

  /** Only now: the end of the press would close what is open already, and so would the click that may follow. */
  function end(): void {
    if (isLong && finger) pressed = { ...finger, timer: setTimeout(show, clickMs, finger) };
    lift();
  }

  function ask(event: MouseEvent): void {
    const place = placeOf(event);
    if (place === null) return;
    event.preventDefault();
    if (finger !== null || isLong) return;
    if (event.buttons === 0) show(place);
    else document.addEventListener('pointerup', () => setTimeout(show, 0, place), { signal, once: true });
  }

  /** The click of a long press opens no task. */
  function click(event: MouseEvent): void {
    if (!isLong) return;
    isLong = false;
    event.preventDefault();
    event.stopPropagation();
    clearTimeout(pressed?.timer);
    if (pressed) setTimeout(show, 0, pressed);
  }

  const options = { signal, capture: true };
  document.addEventListener('pointerdown', press, options);
  document.addEventListener('pointermove', move, options);
  document.addEventListener('pointerup', end, options);
  document.addEventListener('pointercancel', lift, options);
  document.addEventListener('click', click, options);
  document.addEventListener('contextmenu', ask, { signal });
  return () => {
    lift();
    listening.abort();
  };
}

/** The row that is pressed and where, but for its links and its form, which have menus of the browser. */
function placeOf({ target, clientX: x, clientY: y }: MouseEvent) {
  if (!(target instanceof Element) || target.closest('a, input, textarea, form') !== null) return null;
  const rowKey = rowKeyOf(target);
  return rowKey === null ? null : { rowKey, x, y };
}

import { useLayoutEffect, useState } from 'preact/hooks';
import { runsWhileHeld } from '../tasks/commands/table.ts';
import type { CommandName } from '../tasks/commands/table.ts';
import { isOfInputMethod, listen } from '../ui/events.ts';
import { useSettings } from '../ui/page-context.ts';
import { createKeyReader } from './keys.ts';

/** Listens to the keys of the whole page. A control that handles a key itself has priority. */
export function useKeys(run: (name: CommandName, key: string) => boolean): void {
  const [read] = useState(createKeyReader);
  const { shortcuts } = useSettings();

  // A layout effect listens before the next key event, which may come before a paint.
  useLayoutEffect(() => {
    function press(event: KeyboardEvent): void {
      const { target } = event;
      if (event.defaultPrevented || isOfInputMethod(event) || !(target instanceof Element)) return;
      // Dialogs and menus have their own keys.
      if (document.querySelector(':modal') !== null || target.closest('[popover]') !== null) return;
      const typing = target.matches('input, textarea, select');
      const name = read(event, typing || shortcuts === 'off', event.timeStamp);
      if (name === null || !isMeant(name, event.key, target, typing)) return;
      // Each task that a held key changes would give the focus to the next one.
      if (event.repeat && !runsWhileHeld(name)) event.preventDefault();
      else if (run(name, event.key)) event.preventDefault();
    }
    return listen(document, { keydown: press });
  });
}

/** False for a key that the focused text or control uses itself. */
function isMeant(name: CommandName, key: string, target: Element, typing: boolean): boolean {
  if (typing || target.closest('[data-editing="true"]') !== null)
    return isMeantInText(name, target);
  // Outside of the rows, or with selected text, these keys are for the text of the page.
  if (name === 'all' || name === 'copy')
    return (
      target.closest('[data-row], .selection-bar') !== null && getSelection()?.isCollapsed !== false
    );
  // Enter and Space press the control that has the focus; only on a row's text Space selects.
  if (name === 'edit') return false;
  if (name === 'select') return target.matches('.row-text');
  // Arrows scroll the page unless the focus is on a row.
  if (key.startsWith('Arrow')) return target.closest('[data-row]') !== null;
  return true;
}

/** True for a command that a text under edit leaves to the page. */
function isMeantInText(name: CommandName, target: Element): boolean {
  if (name === 'palette' || name === 'region') return true;
  // An empty field for a new task has no text edit to undo.
  const isUndo = name === 'undo' || name === 'redo';
  return isUndo && target.matches(':is(#new-task, .new-task-line):placeholder-shown');
}

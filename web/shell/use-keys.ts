import { useLayoutEffect, useState } from 'preact/hooks';

import { useSettings } from '../ui/page-context.ts';
import { createKeyReader } from './keys.ts';
import type { CommandName } from './keys.ts';

/** Listens to the keys of the whole page. What a control itself does with a key goes first. */
export function useKeys(run: (name: CommandName, key: string) => boolean): void {
  const [read] = useState(createKeyReader);
  const { shortcuts } = useSettings();

  // Before the next key, which may follow on the last one before anything is painted.
  useLayoutEffect(() => {
    function press(event: KeyboardEvent): void {
      const { target } = event;
      if (event.defaultPrevented || event.isComposing || !(target instanceof Element)) return;
      // A dialog has its own keys; so has a menu.
      if (document.querySelector(':modal') !== null || target.closest('[popover]') !== null) return;
      const typing = target.matches('input, textarea, select');
      const altGraph = event.getModifierState('AltGraph');
      const { key, ctrlKey, metaKey, altKey, shiftKey, timeStamp } = event;
      const pressed = { key, ctrlKey, metaKey, altKey, shiftKey, altGraph };
      const name = read(pressed, typing || shortcuts === 'off', timeStamp);
      if (name === null || !isMeant(name, key, target, typing)) return;
      if (run(name, key)) event.preventDefault();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}

/** Text and controls keep the keys that they have by nature. */
function isMeant(name: CommandName, key: string, target: Element, typing: boolean): boolean {
  if (typing || target.closest('[data-editing="true"]') !== null)
    return name === 'palette' || name === 'region';
  // Enter and Space press the control that has the focus; only on a row's text Space selects.
  if (name === 'edit') return false;
  if (name === 'select') return target.matches('.row-text');
  // Arrows scroll the page unless the focus is on a row.
  if (key.startsWith('Arrow')) return target.closest('[data-row]') !== null;
  return true;
}

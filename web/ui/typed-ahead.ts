import { createContext } from 'preact';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import type { RefObject } from 'preact';

/** Keys of a text box that is about to be drawn: the text, and whether Enter came after it. */
type Typed = { readonly text: string; readonly isEntered: boolean };

/** What is typed where a text box is about to be drawn. */
export type TypedAhead = {
  /** Whether the key is one of the box. */
  readonly type: (event: KeyboardEvent) => boolean;
  /** What was typed so far, which then is the box's own. */
  readonly take: () => Typed;
};

export const TypedAheadContext = createContext<TypedAhead | null>(null);

const nothing: Typed = { text: '', isEntered: false };

export function createTypedAhead(): TypedAhead {
  let typed = nothing;
  return {
    take() {
      const taken = typed;
      typed = nothing;
      return taken;
    },
    type(event) {
      const { text, isEntered } = typed;
      const isEdit = text !== '' && (event.key === 'Enter' || event.key === 'Backspace');
      if (!isEdit && !isText(event)) return false;
      // What follows Enter is for whatever Enter leads to, which is not there yet.
      if (isEntered) return true;
      if (!isEdit) typed = { text: text + event.key, isEntered };
      else if (event.key === 'Enter') typed = { text, isEntered: true };
      else typed = { text: text.slice(0, -1), isEntered };
      return true;
    },
  };
}

/** Whether the key writes a character. */
function isText({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  return !isComposing && !ctrlKey && !metaKey && !altKey && Array.from(key).length === 1;
}

/** The text of the first text box, which takes the focus and begins with what was typed already, Enter too. */
export function useTypedText(
  box: RefObject<HTMLInputElement | null>,
  takesFocus = true,
): [text: string, setText: (text: string) => void] {
  const typedAhead = useContext(TypedAheadContext);
  const [typed] = useState(() => typedAhead?.take() ?? nothing);

  useLayoutEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [box, takesFocus]);

  useLayoutEffect(() => {
    const enter = { key: 'Enter', bubbles: true, cancelable: true };
    if (typed.isEntered) box.current?.dispatchEvent(new KeyboardEvent('keydown', enter));
  }, [box, typed]);

  return useState(typed.text);
}

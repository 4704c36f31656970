import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';

/** What is typed into a dialog before its text box is there. */
export type TypedAhead = { readonly type: (event: KeyboardEvent) => void; readonly text: () => string };

export function createTypedAhead(): TypedAhead {
  let typed = '';
  return {
    text: () => typed,
    type({ key, ctrlKey, metaKey, altKey, isComposing }) {
      if (isComposing || ctrlKey || metaKey || altKey) return;
      if (key === 'Backspace') typed = typed.slice(0, -1);
      else if (Array.from(key).length === 1) typed += key;
    },
  };
}

export const TypedAheadContext = createContext(createTypedAhead());

/** The text of a dialog's first text box, which begins with what was typed already. */
export function useTypedText(): [text: string, setText: (text: string) => void] {
  const { text } = useContext(TypedAheadContext);
  return useState(text);
}

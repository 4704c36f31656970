import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';

/** What is typed where a text box is about to be drawn. */
export type TypedAhead = {
  readonly type: (event: KeyboardEvent) => void;
  /** The text so far, which then is the box's own. */
  readonly take: () => string;
};

export const TypedAheadContext = createContext<TypedAhead | null>(null);

export function createTypedAhead(): TypedAhead {
  let typed = '';
  return {
    take() {
      const text = typed;
      typed = '';
      return text;
    },
    type(event) {
      if (event.key === 'Backspace') typed = typed.slice(0, -1);
      else if (isText(event)) typed += event.key;
    },
  };
}

/** Whether the key writes a character. */
export function isText({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  return !isComposing && !ctrlKey && !metaKey && !altKey && Array.from(key).length === 1;
}

/** The text of the first text box, which begins with what was typed already. */
export function useTypedText(): [text: string, setText: (text: string) => void] {
  const typedAhead = useContext(TypedAheadContext);
  return useState(() => typedAhead?.take() ?? '');
}

import { createContext } from 'preact';
import { useContext, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';

import { useWords } from './page-context.ts';
import { Icon } from './icon.tsx';
import './dialog.css';

type Props = { title: string; onClose: () => void; children: ComponentChildren };

/** A native modal dialog with a title; on phones a sheet from the foot. Closing gives the focus back to where it was. */
export function Dialog({ title, onClose, children }: Props) {
  const words = useWords();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [typedAhead] = useState(createTypedAhead);

  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    heading.current?.focus();
    heading.current?.addEventListener('keydown', typedAhead.type);
    return () => shown?.close();
  }, [typedAhead]);

  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={id} closedby="any" onClose={onClose}>
      <div class="dialog-head">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button
          type="button"
          class="icon-button"
          aria-label={words.close}
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" />
        </button>
      </div>
      <div class="dialog-body">
        <TypedAheadContext.Provider value={typedAhead}>{children}</TypedAheadContext.Provider>
      </div>
    </dialog>
  );
}

/** What is typed into a dialog before its text box is drawn. */
type TypedAhead = { readonly type: (event: KeyboardEvent) => void; readonly text: () => string };

const TypedAheadContext = createContext<TypedAhead | null>(null);

function createTypedAhead(): TypedAhead {
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

/** The text of a dialog's first text box, which begins with what was typed already. */
export function useTypedText(): [text: string, setText: (text: string) => void] {
  const typedAhead = useContext(TypedAheadContext);
  return useState(() => typedAhead?.text() ?? '');
}

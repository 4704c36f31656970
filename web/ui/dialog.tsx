import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { ComponentChildren } from 'preact';

import { IconButton } from './controls.tsx';
import { useWords } from './page-context.ts';

type Props = {
  title: string;
  closedby?: 'closerequest';
  onClose: () => void;
  children: ComponentChildren;
};

/** A native modal dialog, on phones a sheet at the foot. Closing returns the focus. `closerequest`: a press outside does not close it. */
export function Dialog({ title, closedby, onClose, children }: Props) {
  const words = useWords();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const shown = dialog.current;
    return () => shown?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={id}
      closedby={closedby ?? 'any'}
      onClose={onClose}
    >
      <div class="dialog-head line">
        <h2 id={id} ref={show} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon="close" aria-label={words.close} onClick={() => dialog.current?.close()} />
      </div>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}

/** A ref runs before all effects, so that a text box inside takes the focus from the heading. */
function show(heading: HTMLElement | null): void {
  heading?.closest('dialog')?.showModal();
  heading?.focus();
}

import { useEffect } from 'preact/hooks';

import { Button, IconButton } from './button.tsx';
import { useWords } from './page-context.ts';
import type { Toasts } from './toasts.ts';
import './toast-list.css';

/** The toastsShown at the foot of the page. What they say is also spoken, by the announcer. */
export function ToastList({ toasts }: { toasts: Toasts }) {
  const words = useWords();
  const list = toasts.list.value;
  useEffect(showFocused, [list.length]);
  if (list.length === 0) return null;
  return (
    <section
      class="toasts"
      aria-label={words.toast.title}
      onPointerEnter={() => toasts.hold(true)}
      onPointerLeave={() => toasts.hold(false)}
      onFocusIn={() => toasts.hold(true)}
      onFocusOut={() => toasts.hold(false)}
    >
      {list.map(({ key, text, undo }) => (
        <div class="toast line" key={key}>
          <p class="one-line">{text}</p>
          {undo && <Button onClick={() => toasts.undo(key)}>{words.toast.undo}</Button>}
          <IconButton icon="close" aria-label={words.toast.dismiss} onClick={() => toasts.dismiss(key)} />
        </div>
      ))}
    </section>
  );
}

/** Whatever has the focus stays in sight when the foot of the page rises (WCAG 2.4.11). */
function showFocused(): void {
  if (document.activeElement !== document.body) document.activeElement?.scrollIntoView({ block: 'nearest' });
}

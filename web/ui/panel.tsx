import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';

type Props = {
  title: string;
  text: string;
  details?: string | null;
  level?: 1 | 2;
  role?: 'alert' | 'status';
  action?: string;
  onAction?: () => void;
  children?: ComponentChildren;
};

/** A plain statement of what is the matter, and the one thing that can be done about it. */
export function Panel({ title, text, details, level = 2, role, action, onAction, children }: Props) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <section class="panel" role={role}>
      <Heading>{title}</Heading>
      <p>{text}</p>
      {details && <p class="details">{details}</p>}
      <div class="panel-actions side-by-side">
        {action && <Button onClick={onAction}>{action}</Button>}
        {children}
      </div>
    </section>
  );
}

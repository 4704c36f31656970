import type { ComponentChildren } from 'preact';

import { loginPath } from '../service/service.shapes.ts';
import { useWords } from './page-context.ts';
import { Panel } from './panel.tsx';

type Props = { level?: 1 | 2; details?: string | null; onRetry: () => void; children: ComponentChildren };

/** The provider does not renew the sign-in: a new one helps, or time, or signing out, which is handed in. */
export function UnrenewedPanel({ level = 2, details = null, onRetry, children }: Props) {
  const { retry, unrenewed } = useWords();
  const { title, text, kept, signIn } = unrenewed;
  // A page of its own has no list to speak of.
  const said = level === 1 ? text : `${text} ${kept}`;
  return (
    <Panel role="alert" level={level} title={title} text={said} details={details}>
      <a class="button primary" href={loginPath}>
        {signIn}
      </a>
      <button type="button" class="button" onClick={onRetry}>
        {retry}
      </button>
      {children}
    </Panel>
  );
}

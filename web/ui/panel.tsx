import { signal } from '@preact/signals';
import { createElement } from 'preact';
import type { ComponentChildren, ComponentType, FunctionComponent } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';

import { Button } from './controls.tsx';
import { useWords } from './page-context.ts';

type PanelProps = {
  title: string;
  text: string;
  details?: string | null;
  level?: 1 | 2;
  role?: 'alert' | 'status';
  action?: string;
  onAction?: () => void;
  children?: ComponentChildren;
};

/** A problem in plain words, and its remedy. */
export function Panel({
  title,
  text,
  details,
  level = 2,
  role,
  action,
  onAction,
  children,
}: PanelProps) {
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

/** A page that shows only a panel. */
export const PanelPage = (props: PanelProps) => (
  <main class="main lone">
    <Panel role="alert" level={1} {...props} />
  </main>
);

export const reloadPage = () => location.reload();

/**
 * A component whose code is loaded when it is first drawn. Until then it shows `Meanwhile`, or nothing; a panel if the load fails.
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: FunctionComponent<Props> = () => null,
): FunctionComponent<Props> {
  const loaded = signal<ComponentType<Props> | 'missing' | null>(null);
  return function Lazy(props: Props) {
    const { fault, reload } = useWords();
    const shown = loaded.value;
    useEffect(() => {
      const noteLoaded = (result: ComponentType<Props> | 'missing') => void (loaded.value = result);
      if (loaded.peek() === null) load().then(noteLoaded, () => noteLoaded('missing'));
    }, []);
    // Browsers cache the failed load of a module: only a reload of the page requests it again.
    if (shown === 'missing')
      return <Panel role="alert" {...fault.offline} action={reload} onAction={reloadPage} />;
    return createElement(shown ?? Meanwhile, props);
  };
}

/** Shows an error of the page itself, with diagnostics to send to the maintainers. */
export function CrashBoundary({ children }: { children: ComponentChildren }) {
  const words = useWords();
  const caught: readonly unknown[] = useErrorBoundary((fault: unknown) => console.error(fault));
  const [copied, setCopied] = useState(false);
  if (caught[0] === undefined) return children;
  const { text, stack } = textsOf(caught[0]);
  const diagnostics = [text, stack, navigator.userAgent, location.pathname].join('\n');
  return (
    <div class="sheet">
      <header class="sheet-head">
        <p class="wordmark">{words.name}</p>
      </header>
      <PanelPage
        title={words.crash.title}
        text={words.crash.text}
        details={text}
        action={words.reload}
        onAction={reloadPage}
      >
        <Button
          onClick={() =>
            void navigator.clipboard.writeText(diagnostics).then(() => setCopied(true))
          }
        >
          {copied ? words.crash.copied : words.crash.copy}
        </Button>
      </PanelPage>
    </div>
  );
}

function textsOf(error: unknown): { text: string; stack: string | undefined } {
  if (!(error instanceof Error)) return { text: String(error), stack: '' };
  return { text: `${error.name}: ${error.message}`, stack: error.stack };
}

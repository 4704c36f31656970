import { useErrorBoundary, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';

import { Button } from './button.tsx';
import { useWords } from './page-context.ts';
import { Panel } from './panel.tsx';

/** Shows a fault of the page itself, with something to send to the people who can mend it. */
export function CrashBoundary({ children }: { children: ComponentChildren }) {
  const caught: readonly unknown[] = useErrorBoundary((fault: unknown) => console.error(fault));
  return caught[0] === undefined ? children : <Crash error={caught[0]} />;
}

function Crash({ error }: { error: unknown }) {
  const words = useWords();
  const [copied, setCopied] = useState(false);
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const diagnostics = [
    text,
    error instanceof Error ? error.stack : '',
    navigator.userAgent,
    location.pathname,
  ];
  return (
    <div class="sheet">
      <header class="sheet-head">
        <p class="wordmark">{words.name}</p>
      </header>
      <main class="main lone">
        <Panel
          role="alert"
          level={1}
          title={words.crash.title}
          text={words.crash.text}
          details={text}
          action={words.reload}
          onAction={() => location.reload()}
        >
          <Button
            onClick={() =>
              void navigator.clipboard.writeText(diagnostics.join('\n')).then(() => setCopied(true))
            }
          >
            {copied ? words.crash.copied : words.crash.copy}
          </Button>
        </Panel>
      </main>
    </div>
  );
}

import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';

import type { Api } from './service/api.ts';
import { isUnrenewed } from './service/fault.ts';
import type { Fault } from './service/fault.ts';
import type { Arrival } from './sign-in/arrival.ts';
import { Account } from './sign-in/account.tsx';
import type { Session } from './sign-in/session.ts';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { SignOut } from './sign-in/sign-out.tsx';
import type { Who } from './sign-in/who.ts';
import { Dialogs } from './page/dialogs.tsx';
import { askToLeave } from './page/ask-to-sign-out.ts';
import { PageContext, useWords } from './ui/page-context.ts';
import type { PageParts, Workspace } from './ui/page-context.ts';
import { LanguageSelect } from './settings/language-select.tsx';
import type { Value } from './state/store.ts';
import { useStore } from './ui/use-store.ts';
import { TaskPage } from './page/task-page.tsx';
import { LiveRegion } from './ui/announcer.tsx';
import type { Announcer } from './ui/announcer.tsx';
import { CrashBoundary } from './ui/crash.tsx';
import { lazy } from './ui/lazy.tsx';
import { Panel } from './ui/panel.tsx';
import { ToastList } from './ui/toast-list.tsx';
import type { Toasts } from './model/toasts.ts';
import { UnrenewedPanel } from './ui/unrenewed-panel.tsx';
import type { Reading } from './model/reading.ts';

const RefusedPage = lazy(async () => (await import('./sign-in/refused-page.tsx')).RefusedPage);

type Parts = Pick<PageParts, 'settings' | 'opened' | 'view' | 'newVersion'> & {
  session: Session;
  toasts: Toasts;
  announcer: Announcer;
  reading: Value<Reading>;
  arrival: Arrival | null;
  workspace: Value<Workspace | null>;
  nowMs: () => number;
  listProviders: Api['listProviders'];
};

/** The whole page: what is shown follows from who is there. */
export function App(parts: Parts) {
  const { settings, opened, view, newVersion, announcer, session, toasts, nowMs } = parts;
  const reading = useStore(parts.reading);
  const workspace = useStore(parts.workspace);
  const shared = useMemo(
    () => ({ reading, settings, opened, view, newVersion, say: announcer.dispatch, workspace }),
    [reading, settings, opened, view, newVersion, announcer, workspace],
  );
  return (
    <PageContext.Provider value={shared}>
      <CrashBoundary>
        <Page {...parts} />
        <Dialogs nowMs={nowMs} onLeave={() => void session.leave()} />
        <ToastList toasts={toasts} />
      </CrashBoundary>
      <LiveRegion announcer={announcer} />
    </PageContext.Provider>
  );
}

function Page(parts: Parts) {
  const { session, opened, workspace } = parts;
  const words = useWords();
  const who = useStore(session.who);
  const onLeave = () => askToLeave({ session, workspace, opened });
  return (
    <div class="sheet">
      <header class="sheet-head">
        <p class="wordmark">{words.name}</p>
        {who.kind === 'signed-in' && <Account user={who.user} onLeave={onLeave} />}
        {who.kind === 'signed-out' && <LanguageSelect />}
      </header>
      <Main {...parts} who={who} onLeave={onLeave} />
    </div>
  );
}

function Main(props: Parts & { who: Who; onLeave: () => void }) {
  const { who, session, workspace, arrival, listProviders, nowMs, onLeave } = props;
  const words = useWords();
  const open = useStore(workspace);
  const signOut = <SignOut class="button" onLeave={onLeave} />;
  switch (who.kind) {
    case 'asking':
      return <Starting />;
    case 'signed-in':
      return open && <TaskPage key={open.owner} signOut={signOut} />;
    case 'signed-out':
      return <SignInPage ended={who.ended} {...{ arrival, listProviders, nowMs }} />;
    case 'leaving':
      if (!who.stuck) return <Starting />;
      return <LonePanel {...words.account.leaving} onRetry={() => void session.look()} />;
    case 'refused':
      return <RefusedPage code={who.code} onLeave={onLeave} />;
    case 'unknown':
      return <Unknown fault={who.fault} onRetry={() => void session.start()} signOut={signOut} />;
  }
}

/** The same frame as in index.html. */
function Starting() {
  const words = useWords();
  return (
    <main class="main" aria-busy="true">
      <h1 class="unseen">{words.name}</h1>
      <div class="ruled" aria-hidden="true" />
    </main>
  );
}

/** The service did not say who is signed in. */
function Unknown({ fault, onRetry, signOut }: { fault: Fault; onRetry: () => void; signOut: VNode }) {
  const words = useWords();
  if (isUnrenewed(fault)) {
    return (
      <main class="main lone">
        <UnrenewedPanel level={1} onRetry={onRetry}>
          {signOut}
        </UnrenewedPanel>
      </main>
    );
  }
  const text = words.fault[fault.kind === 'expired' ? 'refused' : fault.kind];
  const details = fault.kind === 'mismatch' && words.fault.details(fault.request, fault.schema, fault.path);
  return <LonePanel {...text} details={details || null} onRetry={onRetry} />;
}

type LonePanelProps = { title: string; text: string; details?: string | null; onRetry: () => void };

function LonePanel({ onRetry, ...text }: LonePanelProps) {
  const words = useWords();
  return (
    <main class="main lone">
      <Panel role="alert" level={1} {...text} action={words.retry} onAction={onRetry} />
    </main>
  );
}

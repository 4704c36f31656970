import { useMemo } from 'preact/hooks';

import { isUnrenewed } from './service/fault.ts';
import type { Arrival } from './sign-in/arrival.ts';
import { Account } from './sign-in/account.tsx';
import type { Session } from './sign-in/session.ts';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { SignOut } from './sign-in/sign-out.tsx';
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

function Page({ session, opened, arrival, workspace, nowMs }: Parts) {
  const words = useWords();
  const onLeave = () => askToLeave({ session, workspace, opened });
  const { who, options } = useStore(session.store);
  const open = useStore(workspace);
  return (
    <div class="sheet">
      <header class="sheet-head">
        <p class="wordmark">{words.name}</p>
        {who.kind === 'signed-in' && <Account user={who.user} onLeave={onLeave} />}
        {who.kind === 'signed-out' && <LanguageSelect />}
      </header>
      {(who.kind === 'asking' || (who.kind === 'leaving' && !who.stuck)) && (
        <main class="main" aria-busy="true">
          <h1 class="unseen">{words.name}</h1>
          <div class="ruled" aria-hidden="true" />
        </main>
      )}
      {who.kind === 'signed-in' && open && (
        <TaskPage key={open.owner} signOut={<SignOut class="button" onLeave={onLeave} />} />
      )}
      {who.kind === 'leaving' && who.stuck && (
        <main class="main lone">
          <Panel
            role="alert"
            level={1}
            {...words.account.leaving}
            action={words.retry}
            onAction={() => void session.look()}
          />
        </main>
      )}
      {who.kind === 'signed-out' && (
        <SignInPage
          options={options}
          ended={who.ended}
          arrival={arrival}
          nowMs={nowMs}
          onRetry={() => void session.askOptions()}
        />
      )}
      {who.kind === 'refused' && <RefusedPage code={who.code} onLeave={onLeave} />}
      {who.kind === 'unknown' && (
        <main class="main lone">
          {isUnrenewed(who.fault) ? (
            <UnrenewedPanel level={1} onRetry={() => void session.start()}>
              <SignOut class="button" onLeave={onLeave} />
            </UnrenewedPanel>
          ) : (
            <Panel
              role="alert"
              level={1}
              {...words.fault[who.fault.kind === 'expired' ? 'refused' : who.fault.kind]}
              details={
                who.fault.kind === 'mismatch'
                  ? words.fault.details(who.fault.request, who.fault.schema, who.fault.path)
                  : null
              }
              action={words.retry}
              onAction={() => void session.start()}
            />
          )}
        </main>
      )}
    </div>
  );
}

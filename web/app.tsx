import { isUnrenewed } from './service/unrenewed.ts';
import type { Arrival } from './sign-in/arrival.ts';
import { Account } from './sign-in/account.tsx';
import type { Session } from './sign-in/session.ts';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { SignOut } from './sign-in/sign-out.tsx';
import { Dialogs } from './page/dialogs.tsx';
import { askToLeave } from './page/ask-to-sign-out.ts';
import { SettingsContext } from './ui/settings.ts';
import { LanguageSelect } from './settings/language-select.tsx';
import type { NewVersion } from './offline/register.ts';
import { NewVersionContext } from './offline/version-bar.tsx';
import type { SettingsStore } from './model/settings.ts';
import type { Store } from './state/store.ts';
import { useStore } from './ui/use-store.ts';
import { TaskPage } from './page/task-page.tsx';
import { LiveRegion, SayContext } from './ui/announcer.tsx';
import type { Announcer } from './ui/announcer.tsx';
import { CrashBoundary } from './ui/crash.tsx';
import { lazy } from './ui/lazy.tsx';
import { OpenedContext } from './ui/opened.ts';
import type { Opened } from './ui/opened.ts';
import { Panel } from './ui/panel.tsx';
import { ToastList } from './ui/toast-list.tsx';
import type { Toasts } from './model/toasts.ts';
import { Unrenewed } from './ui/unrenewed.ts';
import { ViewContext } from './ui/opened-view.ts';
import type { OpenedView } from './ui/opened-view.ts';
import type { Reading } from './model/reading.ts';
import { ReadingContext, useWords } from './ui/reading.ts';
import type { Workspace } from './page/workspace.ts';

const RefusedPage = lazy(async () => (await import('./sign-in/refused-page.tsx')).RefusedPage);

export type Parts = {
  session: Session;
  settings: SettingsStore;
  opened: Opened;
  view: OpenedView;
  toasts: Toasts;
  announcer: Announcer;
  reading: Store<Reading, Reading>;
  arrival: Arrival | null;
  workspace: Store<Workspace | null, Workspace | null>;
  newVersion: NewVersion;
  nowMs: () => number;
};

/** The whole page: what is shown follows from who is there. */
export function App(parts: Parts) {
  return (
    <ReadingContext.Provider value={useStore(parts.reading)}>
      <SettingsContext.Provider value={parts.settings}>
        <OpenedContext.Provider value={parts.opened}>
          <SayContext.Provider value={parts.announcer.dispatch}>
            <CrashBoundary>
              <NewVersionContext.Provider value={parts.newVersion}>
                <ViewContext.Provider value={parts.view}>
                  <Page {...parts} />
                </ViewContext.Provider>
              </NewVersionContext.Provider>
              <Dialogs
                workspace={parts.workspace}
                nowMs={parts.nowMs}
                onLeave={() => void parts.session.leave()}
              />
              <ToastList toasts={parts.toasts} />
            </CrashBoundary>
          </SayContext.Provider>
          <LiveRegion announcer={parts.announcer} />
        </OpenedContext.Provider>
      </SettingsContext.Provider>
    </ReadingContext.Provider>
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
        <TaskPage
          key={open.owner}
          tasks={open.tasks}
          actions={open.actions}
          nowMs={nowMs}
          signOut={<SignOut class="button" onLeave={onLeave} />}
        />
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
            <Unrenewed level={1} onRetry={() => void session.start()}>
              <SignOut class="button" onLeave={onLeave} />
            </Unrenewed>
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

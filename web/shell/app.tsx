import type { ReadonlySignal } from '@preact/signals';
import { Account } from '../session/account.tsx';
import type { Who } from '../session/session-state.ts';
import { RefusedPage } from '../session/refused-page.tsx';
import { SignInPage } from '../session/sign-in-page.tsx';
import { FaultPanel, LiveRegion, ToastList } from './notices.tsx';
import { PageContext, useLanguage, useSet, useWords } from '../ui/page-context.ts';
import type { Page } from './open-page.ts';
import { TaskPage } from './task-page.tsx';
import { CrashBoundary, PanelPage } from '../ui/panel.tsx';
import { languageNames, languages } from '../words/language.ts';
import { WorkspaceContext } from '../tasks/workspace.ts';
import type { Workspace } from '../tasks/workspace.ts';

type Props = Page & { workspace: ReadonlySignal<Workspace | null> };

export function App(page: Props) {
  const { settings, announcer } = page;
  const shared = {
    settings,
    reading: page.reading.value,
    todayIso: page.today.value,
    say: announcer.say,
  };
  return (
    <PageContext.Provider value={shared}>
      <CrashBoundary>
        <WorkspaceContext.Provider value={page.workspace.value}>
          <Sheet {...page} />
        </WorkspaceContext.Provider>
        <ToastList toasts={page.toasts} />
      </CrashBoundary>
      <LiveRegion announcer={announcer} />
    </PageContext.Provider>
  );
}

function Sheet(page: Props) {
  const words = useWords();
  const who = page.session.who.value;
  return (
    <div class="sheet">
      <header class="sheet-head">
        <p class="wordmark">{words.name}</p>
        {who.kind === 'signed-in' && (
          <Account user={who.user} onOpen={(name) => void (page.opened.value = { name })} />
        )}
        {who.kind === 'signed-out' && <LanguageSelect />}
      </header>
      <Main {...page} who={who} />
    </div>
  );
}

function Main(props: Props & { who: Who }) {
  const { who, session, workspace, arrival, listProviders } = props;
  const words = useWords();
  const onLeave = () => void session.leave();
  const owner = workspace.value?.owner;
  switch (who.kind) {
    case 'asking':
      return <Starting />;
    case 'signed-in':
      return owner !== undefined && <TaskPage key={owner} {...props} />;
    case 'signed-out':
      return <SignInPage ended={who.ended} {...{ arrival, listProviders }} />;
    case 'leaving':
      if (!who.stuck) return <Starting />;
      return (
        <PanelPage
          {...words.account.leaving}
          action={words.retry}
          onAction={() => void session.check()}
        />
      );
    case 'refused':
      return <RefusedPage code={who.code} onLeave={onLeave} />;
    case 'unknown':
      return (
        <FaultPanel
          isAlone
          fault={who.fault}
          onRetry={() => void session.start()}
          onLeave={onLeave}
        />
      );
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

/** The language alone, for the sign-in page, where there is no account menu with the other settings. */
function LanguageSelect() {
  const { account } = useWords();
  const set = useSet();
  return (
    <select
      class="language-select"
      aria-label={account.language}
      value={useLanguage()}
      onChange={(event) => {
        const chosen = languages.find((each) => each === event.currentTarget.value);
        if (chosen) set('language', chosen);
      }}
    >
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {languageNames[language]}
        </option>
      ))}
    </select>
  );
}

import { useComputed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { todayAt } from '../dates/calendar.ts';
import { useDays, useWords } from '../ui/page-context.ts';
import { focusRow } from '../tasks/focus.ts';
import { useListState, useTasks } from '../tasks/workspace.ts';
import { isWorthRetrying } from '../sync/refusals.ts';
import { needsDecision } from '../sync/queue.ts';
import { changesUnderWay } from '../sync/next-write.ts';
import { everything } from '../view/query.ts';
import { isProviderUnavailable } from '../service/api.ts';
import type { Fault } from '../service/api.ts';
import { loginPath } from '../service/service.shapes.ts';
import { Panel, PanelPage, reloadPage } from '../ui/panel.tsx';
import type { Words } from '../words/en.ts';
import { Button, IconButton, SmallButton } from '../ui/controls.tsx';
import type { Announcer, Toasts } from '../ui/toasts.ts';

import './notices.css';

/** The bar while the service cannot be reached: the list is a copy, and changes wait. */
export function OfflineBar() {
  const { offline } = useWords();
  const days = useDays();
  const { tasks, todayIso } = useTasks();
  const { isRead, isOffline, fault } = useListState();
  const readAtMs = useComputed(() => tasks.state.value.readAtMs).value;
  const isQueueStored = tasks.isQueueStored.value;
  // Without a list, and while the provider is unavailable, FaultPanel says why.
  if (!isOffline || !isRead || isProviderUnavailable(fault)) return null;
  const dayIso = todayAt(readAtMs);
  const time = days.time(readAtMs);
  const readAt = dayIso === todayIso ? time : `${days.short(dayIso, todayIso)}, ${time}`;
  return (
    <p class="bar side-by-side" role="status">
      {offline.copy(readAt)} {isQueueStored ? offline.writes : offline.unkept}
    </p>
  );
}

/** Offers a newer version of the page, without forcing it. Hidden while a change is unsaved. */
export function VersionBar() {
  const { offline } = useWords();
  const { tasks } = useTasks();
  const isUnsaved = useComputed(() => tasks.state.value.writes.length > 0).value;
  if (isUnsaved) return null;
  return (
    <div class="bar side-by-side">
      <p role="status">{offline.newVersion}</p>
      <SmallButton onClick={reloadPage}>{offline.update}</SmallButton>
    </div>
  );
}

/** The number of changes being sent, else of changes that need a decision. Their rows, which may be far apart, have the reasons. */
export function QueueBar() {
  const { queue } = useWords();
  const { tasks, viewState, readOnly } = useTasks();
  const { writes } = tasks.state.value;
  const underWay = changesUnderWay(writes);
  if (underWay > 0) return <p class="bar side-by-side">{queue.underWay(underWay)}</p>;
  // The failed changes and the conflicts.
  const refused = writes.filter(needsDecision);
  const [first] = refused;
  if (first === undefined) return null;
  const isConflict = refused.some(({ status }) => status === 'conflict');
  const text = (isConflict ? queue.undecided : queue.refused)(refused.length);
  const retried = refused.filter(
    ({ status, fault }) => status === 'failed' && isWorthRetrying(fault),
  );
  return (
    <section class="bar side-by-side" aria-label={text}>
      <p role="status">{text}</p>
      <SmallButton
        onClick={() => {
          // The search or a filter may hide the row.
          viewState.query.value = everything;
          focusRow(viewState, first.target);
        }}
      >
        {queue.show}
      </SmallButton>
      {retried.length > 1 && (
        <SmallButton
          disabled={readOnly}
          onClick={() => {
            for (const { key } of retried) tasks.retry(key);
            // The bar is removed together with the pressed button.
            focusRow(viewState, first.target);
          }}
        >
          {queue.retryAll}
        </SmallButton>
      )}
    </section>
  );
}

/** What of a fault helps to find its cause. */
function detailsOf(fault: Fault, texts: Words['fault']): string | null {
  if (fault.kind === 'mismatch') return texts.details(fault.request, fault.schema, fault.path);
  if (fault.kind === 'refused' && fault.requestId !== null) return texts.requestId(fault.requestId);
  return null;
}

/** The reason why a request has failed, and a remedy. `isAlone` is for a page that shows nothing else. */
export function FaultPanel(props: {
  fault: Fault;
  isAlone?: boolean;
  onRetry: () => void;
  onLeave: () => void;
}) {
  const { fault, isAlone = false, onRetry, onLeave } = props;
  const { account, fault: texts, offline, unrenewed, retry, reload } = useWords();
  const Shown = isAlone ? PanelPage : Panel;
  const panel = { role: 'alert', details: detailsOf(fault, texts) } as const;
  if (isProviderUnavailable(fault))
    return (
      <Shown
        {...panel}
        title={unrenewed.title}
        text={isAlone ? unrenewed.text : `${unrenewed.text} ${unrenewed.kept}`}
      >
        <a class="button primary" href={loginPath}>
          {unrenewed.signIn}
        </a>
        <Button onClick={onRetry}>{retry}</Button>
        <Button onClick={onLeave}>{account.signOut}</Button>
      </Shown>
    );
  const { title, text } = texts[fault.kind === 'expired' ? 'refused' : fault.kind];
  // The page was read before: its tasks stay, and a newer page may understand the response.
  if (fault.kind === 'mismatch' && !isAlone)
    return (
      <Shown
        {...panel}
        title={title}
        text={`${text} ${offline.readOnly}`}
        action={reload}
        onAction={reloadPage}
      />
    );
  return <Shown {...panel} title={title} text={text} action={retry} onAction={onRetry} />;
}

/** The newest toast, at the foot of the page. The texts are also announced, in the live region. */
export function ToastList({ toasts }: { toasts: Toasts }) {
  const words = useWords();
  const newest = toasts.list.value.at(-1);
  const isShown = newest !== undefined;
  useEffect(showFocused, [isShown]);
  if (newest === undefined) return null;
  const { key, text, undo } = newest;
  return (
    <section
      class="toasts"
      aria-label={words.toast.title}
      onPointerEnter={() => toasts.hold(true)}
      onPointerLeave={() => toasts.hold(false)}
      onFocusIn={() => toasts.hold(true)}
      onFocusOut={() => toasts.hold(false)}
    >
      <div class="toast line" key={key}>
        <p>{text}</p>
        {undo && (
          <Button class="flat-button toast-undo" onClick={() => toasts.undo(key)}>
            {words.toast.undo}
          </Button>
        )}
        <IconButton
          icon="close"
          aria-label={words.toast.dismiss}
          onClick={() => toasts.dismiss(key)}
        />
      </div>
    </section>
  );
}

/** Keeps the focused element visible when the bars at the foot of the page grow (WCAG 2.4.11). */
function showFocused(): void {
  if (document.activeElement !== document.body)
    document.activeElement?.scrollIntoView({ block: 'nearest' });
}

/** The page's one live region. */
export function LiveRegion({ announcer }: { announcer: Announcer }) {
  const { text, turn } = announcer.announced.value;
  return (
    <div class="unseen" role="status" aria-live="polite">
      <span key={turn}>{text}</span>
    </div>
  );
}

import type { ComponentChildren } from 'preact';

import { isUnrenewed } from '../service/fault.ts';
import { todayAt } from '../dates/calendar.ts';
import { Panel } from '../ui/panel.tsx';
import { UnrenewedPanel } from '../ui/unrenewed-panel.tsx';
import { useDays, useTasks, useWords } from '../ui/page-context.ts';
import type { TasksState } from '../model/state.ts';
import './notices.css';

/** A bar while the service is out of reach: what is read is a copy, what is written waits. */
export function OfflineBar({ state }: { state: TasksState }) {
  const { offline } = useWords();
  const days = useDays();
  const { todayIso } = useTasks();
  if (!state.offline || state.base === null || isUnrenewed(state.fault)) return null;
  const dayIso = todayAt(state.readAtMs);
  const time = days.time(state.readAtMs);
  return (
    <p class="bar" role="status">
      {offline.copy(dayIso === todayIso ? time : `${days.short(dayIso, todayIso)}, ${time}`)} {offline.writes}
    </p>
  );
}

/** Why the list could not be read; the last good one stays below. */
export function ListFault({ state, signOut }: { state: TasksState; signOut: ComponentChildren }) {
  const words = useWords();
  const { tasks } = useTasks();
  const { fault } = state;
  if (fault === null || fault.kind === 'expired') return null;
  if (fault.kind === 'offline' && state.base !== null) return null;
  const details =
    fault.kind === 'mismatch'
      ? words.fault.details(fault.request, fault.schema, fault.path)
      : fault.kind === 'refused' && fault.requestId !== null
        ? words.fault.requestId(fault.requestId)
        : null;
  const read = () => void tasks.read();
  if (isUnrenewed(fault))
    return (
      <UnrenewedPanel details={details} onRetry={read}>
        {signOut}
      </UnrenewedPanel>
    );
  return fault.kind === 'mismatch' ? (
    <Panel
      role="alert"
      title={words.fault.mismatch.title}
      text={`${words.fault.mismatch.text} ${words.offline.readOnly}`}
      details={details}
      action={words.reload}
      onAction={() => location.reload()}
    />
  ) : (
    <Panel role="alert" {...words.fault[fault.kind]} details={details} action={words.retry} onAction={read} />
  );
}

import type { ComponentChildren } from 'preact';

import { isUnrenewed } from '../service/fault.ts';
import type { Fault } from '../service/fault.ts';
import { todayAt } from '../dates/calendar.ts';
import { Panel } from '../ui/panel.tsx';
import { UnrenewedPanel } from '../ui/unrenewed-panel.tsx';
import { useDays, useTasks, useWords } from '../ui/page-context.ts';
import { usePart } from '../ui/use-store.ts';
import './notices.css';

/** A bar while the service is out of reach: what is read is a copy, what is written waits. */
export function OfflineBar() {
  const { offline } = useWords();
  const days = useDays();
  const { tasks, todayIso } = useTasks();
  const readAtMs = usePart(tasks.state, (state) => state.readAtMs);
  const dayIso = todayAt(readAtMs);
  const time = days.time(readAtMs);
  return (
    <p class="bar" role="status">
      {offline.copy(dayIso === todayIso ? time : `${days.short(dayIso, todayIso)}, ${time}`)} {offline.writes}
    </p>
  );
}

type FaultProps = { fault: Fault; isRead: boolean; signOut: ComponentChildren };

/** Why the list could not be read; the last good one stays below. */
export function ListFault({ fault, isRead, signOut }: FaultProps) {
  const words = useWords();
  const { tasks } = useTasks();
  if (fault.kind === 'expired' || (fault.kind === 'offline' && isRead)) return null;
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

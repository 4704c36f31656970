import { useComputed } from '@preact/signals';

import { todayAt } from '../dates/calendar.ts';
import { useDays, useTasks, useWords } from '../ui/page-context.ts';

/** A bar while the service is out of reach: what is read is a copy, what is written waits. */
export function OfflineBar() {
  const { offline } = useWords();
  const days = useDays();
  const { tasks, todayIso } = useTasks();
  const readAtMs = useComputed(() => tasks.state.value.readAtMs).value;
  const isKept = tasks.isKept.value;
  const dayIso = todayAt(readAtMs);
  const time = days.time(readAtMs);
  return (
    <p class="bar" role="status">
      {offline.copy(dayIso === todayIso ? time : `${days.short(dayIso, todayIso)}, ${time}`)}{' '}
      {isKept ? offline.writes : offline.unkept}
    </p>
  );
}

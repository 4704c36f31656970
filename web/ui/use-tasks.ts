import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

import { todayAt } from '../dates/calendar.ts';
import type { Actions } from '../model/actions.ts';
import type { Tasks } from '../model/tasks.ts';

/** What every line of the day-tasks works with. */
export type Workspace = {
  readonly tasks: Tasks;
  readonly actions: Actions;
  readonly todayIso: string;
  /** The page does not understand its service: everything can be read and nothing changed. */
  readonly readOnly: boolean;
};

export const TasksContext = createContext<Workspace | null>(null);

/** Only inside a task page. */
export function useTasks(): Workspace {
  const workspace = useContext(TasksContext);
  if (workspace === null) throw new Error('There is no day-tasks around this component');
  return workspace;
}

/** The date in the person's own zone; it changes while the page stays open over midnight. */
export function useToday(nowMs: () => number): string {
  const [todayIso, setToday] = useState(() => todayAt(nowMs()));
  useEffect(() => {
    const look = () => setToday(todayAt(nowMs()));
    const timer = setInterval(look, 20_000);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [nowMs]);
  return todayIso;
}

import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

import { todayAt } from '../quick-add/calendar.ts';
import type { Actions } from './actions.ts';
import type { DayBook } from './day-book.ts';

/** What every line of the day-book works with. */
export type Desk = {
  readonly book: DayBook;
  readonly actions: Actions;
  readonly todayIso: string;
  /** The page does not understand its service: everything can be read and nothing changed. */
  readonly readOnly: boolean;
};

export const DeskContext = createContext<Desk | null>(null);

/** Only inside a task page. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error('There is no day-book around this component');
  return desk;
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

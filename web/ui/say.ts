import { useEffect } from 'preact/hooks';

import { daysBetween } from '../dates/calendar.ts';
import { useDays, useSay, useToday, useWords } from './page-context.ts';

/** A day as it is shown: the nearest ones by name, any other as "Tue 24 Nov". */
export function useSayDay(): (iso: string) => string {
  const { names } = useWords().date;
  const days = useDays();
  const todayIso = useToday();
  return (iso) => {
    const name = near.get(daysBetween(todayIso, iso));
    return name === undefined ? days.brief(iso, todayIso) : names[name];
  };
}

const near = new Map<number, 'yesterday' | 'today' | 'tomorrow'>([
  [-1, 'yesterday'],
  [0, 'today'],
  [1, 'tomorrow'],
]);

/** Says a text to screen readers when someone rests, not at every letter; nothing while it is empty. */
export function useSayAtRest(said: string, typed: string): void {
  const say = useSay();
  useEffect(() => {
    if (said === '') return;
    const timer = setTimeout(() => say(said), 600);
    return () => clearTimeout(timer);
  }, [said, typed, say]);
}

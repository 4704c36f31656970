import { useEffect, useMemo } from 'preact/hooks';

import { daysBetween } from '../dates/calendar.ts';
import type { QuickAddOptions } from '../quick-add/place.ts';
import type { Chip } from '../quick-add/read.ts';
import { useDays, useReading, useSay, useTasks, useWords } from './page-context.ts';

/** How words are read as dates here and today: in the page's language, with the region's order and week. */
export function useQuickAdd(): QuickAddOptions {
  const { todayIso } = useTasks();
  const { language, days } = useReading();
  return useMemo(
    () => ({ todayIso, language, locale: days.locale, firstDayOfWeek: days.firstDayOfWeek }),
    [todayIso, language, days],
  );
}

/** What a chip means, in words: "Friday, 27 November", "High", "Working". */
export function useSayChip(): (chip: Chip) => string {
  const { add, fields } = useWords();
  const { todayIso } = useTasks();
  const days = useDays();
  return (chip) => {
    if (chip.kind === 'importance') return fields.importances[chip.value];
    if (chip.kind === 'state') return fields.states[chip.value];
    const day = days.long(chip.value, todayIso);
    return chip.note === undefined ? day : `${day} (${add.notes[chip.note]})`;
  };
}

/** A day as it is shown: the nearest ones by name, any other as "Tue 24 Nov". */
export function useSayDay(): (iso: string) => string {
  const { names } = useWords().date;
  const days = useDays();
  const { todayIso } = useTasks();
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

import { useMemo } from 'preact/hooks';

import type { QuickAddOptions } from '../quick-add/place.ts';
import type { Chip } from '../quick-add/read.ts';
import { useDays, useReading, useWords } from '../ui/page-context.ts';
import { useTasks } from './workspace.ts';

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

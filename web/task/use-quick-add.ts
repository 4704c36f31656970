import { useContext, useMemo } from 'preact/hooks';

import type { QuickAddOptions } from '../quick-add/read.ts';
import { ReadingContext } from '../ui/reading.ts';
import { useTasks } from '../ui/use-tasks.ts';

/** How words are read as dates here and today: in the page's language, with the region's order and week. */
export function useQuickAdd(): QuickAddOptions {
  const { todayIso } = useTasks();
  const { language, days } = useContext(ReadingContext);
  return useMemo(
    () => ({ todayIso, language, locale: days.locale, firstDayOfWeek: days.firstDayOfWeek }),
    [todayIso, language, days],
  );
}

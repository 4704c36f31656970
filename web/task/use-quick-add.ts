import { useMemo } from 'preact/hooks';

import type { QuickAddOptions } from '../quick-add/place.ts';
import { useReading, useTasks } from '../ui/page-context.ts';

/** How words are read as dates here and today: in the page's language, with the region's order and week. */
export function useQuickAdd(): QuickAddOptions {
  const { todayIso } = useTasks();
  const { language, days } = useReading();
  return useMemo(
    () => ({ todayIso, language, locale: days.locale, firstDayOfWeek: days.firstDayOfWeek }),
    [todayIso, language, days],
  );
}

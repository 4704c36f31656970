import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import type { DayFormats } from '../dates/day-formats.ts';
import type { Reading } from '../words/reading.ts';
import type { Settings, KeptSettings } from '../device/settings.ts';
import type { Words } from '../words/en.ts';
import type { Language } from '../words/language.ts';

/** What all components of the page share. */
type Page = {
  readonly reading: Reading;
  readonly settings: KeptSettings;
  /** The date in the person's own zone. */
  readonly todayIso: string;
  /** Speaks to screen readers, in the page's one live region. */
  readonly say: (text: string) => void;
};

/** The hooks below pick from it. */
export const PageContext = createContext<Page | null>(null);

function usePage(): Page {
  const page = useContext(PageContext);
  if (page === null) throw new Error('This component is not inside the page');
  return page;
}

export const useReading = (): Reading => usePage().reading;
export const useWords = (): Words => usePage().reading.words;
export const useDays = (): DayFormats => usePage().reading.days;
export const useLanguage = (): Language => usePage().reading.language;
export const useSettings = (): Settings => usePage().settings.current.value;
export const useChangeSettings = (): KeptSettings['change'] => usePage().settings.change;
export const useToday = (): string => usePage().todayIso;
export const useSay = (): ((text: string) => void) => usePage().say;

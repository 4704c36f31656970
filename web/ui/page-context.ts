import { createContext } from 'preact';
import type { Context } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import type { DayFormats } from '../dates/calendar.ts';
import type { Reading } from '../words/reading.ts';
import type { Settings, DeviceSettings } from '../device/settings.ts';
import type { Words } from '../words/en.ts';
import type { Language } from '../words/language.ts';
import { daysBetween } from '../dates/calendar.ts';

/** The data that all components of the page share. */
type Page = {
  readonly reading: Reading;
  readonly settings: DeviceSettings;
  /** Today's date in the person's time zone. */
  readonly todayIso: string;
  /** Announces a text to screen readers, in the page's one live region. */
  readonly say: (text: string) => void;
};

/** Read by the hooks below. */
export const PageContext = createContext<Page | null>(null);

/** The value of a context. Throws if it is null: components that need the value must not be drawn without it. */
export function useProvided<T>(context: Context<T | null>): T {
  const provided = useContext(context);
  if (provided === null) throw new Error('A component is drawn outside of what it needs');
  return provided;
}

const usePage = () => useProvided(PageContext);

export const useReading = (): Reading => usePage().reading;
export const useWords = (): Words => usePage().reading.words;
export const useDays = (): DayFormats => usePage().reading.days;
export const useLanguage = (): Language => usePage().reading.language;
export const useSettings = (): Settings => usePage().settings.current.value;
export const useSet = (): DeviceSettings['set'] => usePage().settings.set;
export const useToday = (): string => usePage().todayIso;
export const useSay = (): ((text: string) => void) => usePage().say;

/** Returns a function that words a day: yesterday, today and tomorrow by name, any other as "Tue 24 Nov". */
export function useSayDay(): (iso: string) => string {
  const { names } = useWords().date;
  const days = useDays();
  const todayIso = useToday();
  return (iso) => {
    const name = (['yesterday', 'today', 'tomorrow'] as const)[daysBetween(todayIso, iso) + 1];
    if (name === undefined) return days.brief(iso, todayIso);
    return names[name];
  };
}

/** Announces a text to screen readers after a pause in typing, not at every character; an empty text is not announced. */
export function useSayAtRest(text: string, typed: string): void {
  const say = useSay();
  useEffect(() => {
    if (text === '') return;
    const timer = setTimeout(() => say(text), 600);
    return () => clearTimeout(timer);
  }, [text, typed, say]);
}

import { createContext } from 'preact';
import type { Context } from 'preact';
import { useContext, useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { signal } from '@preact/signals-core';
import type { DayFormats } from '../dates/calendar.ts';
import type { Reading } from '../words/reading.ts';
import type { Settings, KeptSettings } from '../device/settings.ts';
import type { Words } from '../words/en.ts';
import type { Language } from '../words/language.ts';
import { daysBetween } from '../dates/calendar.ts';

/** The data that all components of the page share. */
type Page = {
  readonly reading: Reading;
  readonly settings: KeptSettings;
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
export const useSet = (): KeptSettings['set'] => usePage().settings.set;
export const useToday = (): string => usePage().todayIso;
export const useSay = (): ((text: string) => void) => usePage().say;

/** Returns a function that words a day: yesterday, today and tomorrow by name, any other as "Tue 24 Nov". */
export function useSayDay(): (iso: string) => string {
  const { names } = useWords().date;
  const days = useDays();
  const todayIso = useToday();
  return (iso) => {
    const name = (['yesterday', 'today', 'tomorrow'] as const)[daysBetween(todayIso, iso) + 1];
    return name === undefined ? days.brief(iso, todayIso) : names[name];
  };
}

/** Announces a text to screen readers after a pause in typing, not at every character; an empty text is not announced. */
export function useSayAtRest(said: string, typed: string): void {
  const say = useSay();
  useEffect(() => {
    if (said === '') return;
    const timer = setTimeout(() => say(said), 600);
    return () => clearTimeout(timer);
  }, [said, typed, say]);
}

/** True if there is room for one column only, as on a phone; the style sheets have the same query. */
export const useNarrow = (): boolean => useMedia('(max-width: 40rem)');

export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useLayoutEffect(() => {
    const list = matchMedia(query);
    const follow = () => setMatches(list.matches);
    follow();
    return listen(list, { change: follow });
  }, [query]);
  return matches;
}

type Events = WindowEventMap & DocumentEventMap;
type Handlers = { readonly [Name in keyof Events]?: (event: Events[Name]) => void };

/** Listens to events of a target. Returns a function that stops this. */
export function listen(
  target: EventTarget,
  on: Handlers,
  options?: AddEventListenerOptions,
): () => void {
  const listening = new AbortController();
  for (const [name, handleEvent] of Object.entries(on))
    target.addEventListener(name, { handleEvent }, { ...options, signal: listening.signal });
  return () => listening.abort();
}

/** A sentence that disappears after a while; `undo` is possible while it is shown. */
type Toast = {
  readonly key: string;
  readonly text: string;
  readonly undo?: () => void;
  /** Called when the toast is dismissed, by the person or the timer. */
  readonly onGone?: () => void;
};

export type Toasts = ReturnType<typeof createToasts>;

/** Long enough to read one sentence and to press its button. */
export const toastMs = 8_000;
/** More toasts would cover the page. */
const mostShown = 3;

export function createToasts() {
  const list = signal<readonly Toast[]>([]);
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let held = false;

  function start(key: string): void {
    if (held) return;
    stop(key);
    timers.set(key, setTimeout(dismiss, toastMs, key));
  }

  function stop(key: string): void {
    clearTimeout(timers.get(key));
    timers.delete(key);
  }

  function drop(key: string): Toast | undefined {
    stop(key);
    const toast = list.value.find((each) => each.key === key);
    if (toast) list.value = list.value.filter((each) => each !== toast);
    // The list is removed with its last toast: no event of leaving it will end the hold.
    if (list.value.length === 0) held = false;
    return toast;
  }

  function dismiss(key: string): void {
    drop(key)?.onGone?.();
  }

  return {
    list,
    show(toast: Toast): void {
      list.value = [...list.value, toast];
      start(toast.key);
      for (const { key } of list.value.slice(0, -mostShown)) dismiss(key);
    },
    /** Removes a toast and runs its undo. */
    undo: (key: string) => drop(key)?.undo?.(),
    dismiss,
    /** Removes all toasts without a call of `onGone`. */
    clear: () => list.value.forEach(({ key }) => drop(key)),
    /** Stops the timers while the pointer or the focus is in the list (WCAG 2.2.1). */
    hold(next: boolean): void {
      held = next;
      for (const { key } of list.value) (held ? stop : start)(key);
    },
  };
}

export type Announcer = ReturnType<typeof createAnnouncer>;

/** The announcements to screen readers; a repeated text is announced again. */
export function createAnnouncer() {
  const said = signal({ text: '', turn: 0 });
  return { said, say: (text: string) => void (said.value = { text, turn: said.value.turn + 1 }) };
}

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

/** What a context holds, for components that are only drawn where it holds something. */
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

/** A day as it is shown: the nearest ones by name, any other as "Tue 24 Nov". */
export function useSayDay(): (iso: string) => string {
  const { names } = useWords().date;
  const days = useDays();
  const todayIso = useToday();
  return (iso) => {
    const name = (['yesterday', 'today', 'tomorrow'] as const)[daysBetween(todayIso, iso) + 1];
    return name === undefined ? days.brief(iso, todayIso) : names[name];
  };
}

/** Says a text to screen readers when someone rests, not at every letter; nothing while it is empty. */
export function useSayAtRest(said: string, typed: string): void {
  const say = useSay();
  useEffect(() => {
    if (said === '') return;
    const timer = setTimeout(() => say(said), 600);
    return () => clearTimeout(timer);
  }, [said, typed, say]);
}

/** Whether there is room for one column only, as on a phone; the same query is in the style. */
export const useNarrow = (): boolean => useMedia('(max-width: 40rem)');

/** Whether a media query holds, as it changes. */
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

/** Listens to events of a target; returns what ends that. */
export function listen(target: EventTarget, on: Handlers, options?: AddEventListenerOptions): () => void {
  const listening = new AbortController();
  for (const [name, handleEvent] of Object.entries(on))
    target.addEventListener(name, { handleEvent }, { ...options, signal: listening.signal });
  return () => listening.abort();
}

/** A sentence that goes by itself; `undo` can be taken while it is shown. */
export type Toast = {
  readonly key: string;
  readonly text: string;
  readonly undo?: () => void;
  /** Called when it goes without having been taken. */
  readonly onGone?: () => void;
};

export type Toasts = ReturnType<typeof createToasts>;

/** Long enough to read one sentence and reach for its button. */
export const toastMs = 8_000;
/** More would cover the page. */
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
    // Whoever was in the last one has no list to leave any more.
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
    /** Takes the undo of a toast. */
    undo: (key: string) => drop(key)?.undo?.(),
    dismiss,
    /** All go, and nothing follows from it. */
    clear: () => list.value.forEach(({ key }) => drop(key)),
    /** Stops the clock while someone points at them or is in them (WCAG 2.2.1). */
    hold(next: boolean): void {
      held = next;
      for (const { key } of list.value) (held ? stop : start)(key);
    },
  };
}

export type Announcer = ReturnType<typeof createAnnouncer>;

/** What is spoken to screen readers; saying the same again is heard again. */
export function createAnnouncer() {
  const said = signal({ text: '', turn: 0 });
  return { said, say: (text: string) => void (said.value = { text, turn: said.value.turn + 1 }) };
}

import type { ReadonlySignal, Signal } from '@preact/signals-core';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import type { DayFormats } from '../dates/day-formats.ts';
import type { WaitingLink } from '../quick-add/add-link.ts';
import type { Actions } from '../tasks/actions.ts';
import type { Reading } from '../words/reading.ts';
import type { Row } from '../sync/rows.ts';
import type { Settings, KeptSettings } from '../device/settings.ts';
import type { Tasks } from '../sync/tasks.ts';
import type { Tools } from '../view/tools.ts';
import type { View } from '../view/view.ts';
import type { Words } from '../words/en.ts';
import type { Language } from '../words/language.ts';

/** What all components of the page share. */
export type PageParts = {
  readonly reading: Reading;
  readonly settings: KeptSettings;
  /** The dialog of the page that is open, or what is being printed; one at most. */
  readonly opened: Signal<DialogName | null>;
  readonly view: Signal<View>;
  /** Whether the service has a newer version of the page. */
  readonly newVersion: Signal<boolean>;
  /** Speaks to screen readers, in the page's one live region. */
  readonly say: (text: string) => void;
  /** What a link asks to add. */
  readonly link: WaitingLink;
  /** Null while nobody is signed in. */
  readonly workspace: Workspace | null;
};

export type DialogName = 'settings' | 'exchange' | 'palette' | 'keys' | 'leave' | 'week';

/** One person's tasks on this page, and what is used beside them. */
export type Workspace = {
  readonly owner: string;
  readonly tasks: Tasks;
  readonly actions: Actions;
  readonly tools: Tools;
  /** The tasks that search and filters leave. */
  readonly found: ReadonlySignal<readonly Row[]>;
  /** The date in the person's own zone; it changes while the page stays open over midnight. */
  readonly todayIso: string;
  /** The page does not understand its service: everything can be read and nothing changed. */
  readonly readOnly: boolean;
};

/** The page's one context; the hooks below pick from it. */
export const PageContext = createContext<PageParts | null>(null);

/** Prefer the hooks below where there is one. */
export function usePage(): PageParts {
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
export const useOpened = (): Signal<DialogName | null> => usePage().opened;
export const useView = (): Signal<View> => usePage().view;
export const useNewVersion = (): boolean => usePage().newVersion.value;
export const useLink = (): WaitingLink => usePage().link;
export const useSay = (): ((text: string) => void) => usePage().say;

/** Only where somebody is signed in. */
export function useTasks(): Workspace {
  const { workspace } = usePage();
  if (workspace === null) throw new Error('Nobody is signed in around this component');
  return workspace;
}

export const useTools = (): Tools => useTasks().tools;

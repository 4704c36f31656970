/** What the two engines have in common, as much of it as the walks need. */
export type Engine = Readonly<{ name: string; launch: (look: Look) => Promise<Browser> }>;

/** How the person's device is. `language` is what the browser asks for; not every engine can be told. */
export type Look = Readonly<{
  size: 'desktop' | 'phone';
  theme: 'light' | 'dark';
  language?: string;
}>;

export type Browser = Readonly<{
  newPage: () => Promise<Page>;
  /** Errors and warnings in the console, uncaught errors and policy violations, as far as the engine tells of them. */
  faults: () => readonly string[];
  close: () => Promise<void>;
}>;

/** One tab. Only the newest one of a browser is in front. */
export type Page = Readonly<{
  open: (address: string) => Promise<void>;
  /** The text that an expression gives in the page; it may await. */
  read: (expression: string) => Promise<string>;
  /** Clicks, as a mouse does, the middle of the element that an expression gives. False, and no click, when it gives none. */
  click: (expression: string) => Promise<boolean>;
  /** Sends keys to the focused element. */
  type: (text: string) => Promise<void>;
  /** The last key, while the others are held. */
  press: (...keys: readonly Key[]) => Promise<void>;
  screenshot: () => Promise<Uint8Array>;
  close: () => Promise<void>;
}>;

/** Keys by the names that the page is told. */
export type Key = 'Enter' | 'Escape' | 'Tab' | 'Control' | 'a';

export const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 412, height: 839 } } as const;

/** The time zone of the person, in every zone of this machine. */
export const timeZone = 'Europe/Berlin';

/** The interface of both engines, with the parts that the walks need. */
export type Engine = Readonly<{ name: string; launch: (look: Look) => Promise<Browser> }>;

/** The device and preferences of a person. `language` is the one that the browser requests; not every engine can set it. */
export type Look = Readonly<{
  size: 'desktop' | 'phone';
  theme: 'light' | 'dark';
  language?: string;
}>;

export type Browser = Readonly<{
  newPage: () => Promise<Page>;
  /** Errors and warnings in the console, uncaught errors and policy violations, as far as the engine reports them. */
  faults: () => readonly string[];
  close: () => Promise<void>;
}>;

/** One tab. Only the newest tab of a browser is in the foreground. */
export type Page = Readonly<{
  open: (address: string) => Promise<void>;
  /** The text to which an expression evaluates in the page; it may await. */
  read: (expression: string) => Promise<string>;
  /** Clicks the middle of the element to which an expression evaluates, as a mouse does. False without an element. */
  click: (expression: string) => Promise<boolean>;
  /** Sends keys to the focused element. */
  type: (text: string) => Promise<void>;
  /** Presses the last key while the others are held. */
  press: (...keys: readonly Key[]) => Promise<void>;
  screenshot: () => Promise<Uint8Array>;
  close: () => Promise<void>;
}>;

/** Keys by their names in the events of the page. */
export type Key = 'Enter' | 'Escape' | 'Tab' | 'Control' | 'a';

export const sizes = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 412, height: 839 },
} as const;

/** The time zone of the person, independent of the zone of this machine. */
export const timeZone = 'Europe/Berlin';

import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';

import type { Keep } from './keep.ts';
import { languages } from '../words/language.ts';

/** What a person can set, and to what. The first of each is the default, which is not kept. */
export const choices = {
  language: ['browser', ...languages],
  theme: ['system', 'light', 'dark'],
  density: ['roomy', 'compact'],
  /** Single keys do something, while nothing is being typed (WCAG 2.1.4). */
  shortcuts: ['on', 'off'],
  week: ['region', 'monday', 'saturday', 'sunday'],
  /** So many tasks fill a day. */
  daily: ['5', '2', '3', '4', '6', '8', '10'],
} as const;

export type Settings = { readonly [Name in keyof typeof choices]: (typeof choices)[Name][number] };

export type KeptSettings = {
  readonly current: ReadonlySignal<Settings>;
  readonly change: (parts: Partial<Settings>) => void;
};

/**
 * The settings of this device, each kept under its own name; first.js reads two of them before the first paint. What
 * is set in one tab holds in the others, which hear of it by `storage` events.
 */
export function openSettings(keep: Keep, tab?: Pick<EventTarget, 'addEventListener'>): KeptSettings {
  const current = signal(readSettings(keep));
  function change(parts: Partial<Settings>): void {
    const next = { ...current.value, ...parts };
    if (names.every((name) => next[name] === current.value[name])) return;
    for (const name of names) keep.write(name, next[name] === choices[name][0] ? null : next[name]);
    current.value = next;
  }
  tab?.addEventListener('storage', () => change(readSettings(keep)));
  return { current, change };
}

const names = [
  'language',
  'theme',
  'density',
  'shortcuts',
  'week',
  'daily',
] as const satisfies (keyof Settings)[];

function readSettings(keep: Keep): Settings {
  const read = <Value extends string>(name: string, values: readonly [Value, ...Value[]]): Value =>
    values.find((value) => value === keep.read(name)) ?? values[0];
  return {
    language: read('language', choices.language),
    theme: read('theme', choices.theme),
    density: read('density', choices.density),
    shortcuts: read('shortcuts', choices.shortcuts),
    week: read('week', choices.week),
    daily: read('daily', choices.daily),
  };
}

/** Shows theme and density on the root element, where the style sheets look for them. */
export function showSettings({ current }: KeptSettings, root: HTMLElement): void {
  current.subscribe((settings) => {
    for (const name of ['theme', 'density'] as const) {
      const value = settings[name];
      if (value === choices[name][0]) delete root.dataset[name];
      else root.dataset[name] = value;
    }
  });
}

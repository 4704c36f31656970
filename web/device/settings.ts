import { signal } from '@preact/signals-core';

import type { DeviceStorage } from './storage.ts';
import { languages } from '../words/language.ts';

/** The settings and their values. The first value is the default, which is not stored. */
const all = {
  language: ['browser', ...languages],
  theme: ['system', 'light', 'dark'],
  density: ['roomy', 'compact'],
  /** Shortcuts of one key, active while the person is not typing (WCAG 2.1.4). */
  shortcuts: ['on', 'off'],
  week: ['region', 'monday', 'saturday', 'sunday'],
  /** Number of tasks that fill a day. */
  daily: ['5', '2', '3', '4', '6', '8', '10'],
  /** Notifications at the times of tasks (web/shell/reminders.ts). */
  reminders: ['off', 'on'],
} as const;

export type Settings = { readonly [Name in keyof typeof all]: (typeof all)[Name][number] };
export const choices: {
  readonly [Name in keyof Settings]: readonly [Settings[Name], ...Settings[Name][]];
} = all;

export type DeviceSettings = ReturnType<typeof openSettings>;

/**
 * The settings of this device, each stored under its own name; first.js reads two of them before the first paint. A change in
 * one tab applies to all tabs, by `storage` events.
 */
export function openSettings(storage: DeviceStorage, tab?: Pick<EventTarget, 'addEventListener'>) {
  const read = <Name extends keyof Settings>(name: Name): Settings[Name] =>
    choices[name].find((value) => value === storage.read(name)) ?? choices[name][0];
  const readAll = (): Settings => ({
    language: read('language'),
    theme: read('theme'),
    density: read('density'),
    shortcuts: read('shortcuts'),
    week: read('week'),
    daily: read('daily'),
    reminders: read('reminders'),
  });
  const current = signal(readAll());
  const follow = (next: Settings) => {
    if (JSON.stringify(next) !== JSON.stringify(current.value)) current.value = next;
  };
  tab?.addEventListener('storage', () => follow(readAll()));
  const set = <Name extends keyof Settings>(name: Name, value: Settings[Name]): void => {
    storage.write(name, value === choices[name][0] ? null : value);
    follow({ ...current.value, [name]: value });
  };
  return { current, set };
}

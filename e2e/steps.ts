/** The input devices: keyboard, mouse or touch. */
export type Way = 'keys' | 'clicks' | 'taps';

/**
 * The steps of everyday actions: a key press, a click or drag, a tap or swipe; typed text does not count. e2e/steps.spec.ts counts
 * the steps on the page, and docs/web-quality.md compares them with other programs.
 */
export const steps = {
  capture: { keys: 2, clicks: 2, taps: 2 },
  'reschedule three': { keys: 4, clicks: 4, taps: 3 },
  'finish and undo': { keys: 3, clicks: 2, taps: 2 },
  find: { keys: 1, clicks: 2, taps: 2 },
  'move on the board': { keys: 2, clicks: 1, taps: 1 },
  'triage ten overdue': { keys: 2, clicks: 1, taps: 1 },
  'plan ten tasks': { keys: 12, clicks: 11, taps: 11 },
  repeat: { keys: 2, clicks: 2, taps: 2 },
  tag: { keys: 3, clicks: 2, taps: 2 },
  'filter by a tag': { keys: 1, clicks: 1, taps: 1 },
  'open a link': { keys: 2, clicks: 1, taps: 1 },
} as const satisfies Readonly<Record<string, Readonly<Record<Way, number>>>>;

export type Task = keyof typeof steps;

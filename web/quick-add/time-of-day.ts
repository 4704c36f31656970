import { matchAt, wordEnd } from './pattern.ts';
import type { WordPosition } from './word-position.ts';

/** A time of day with minutes or a unit: "14:00", "2pm", "14 Uhr". */
const clock = `\\d{1,2}(?:[:.h]\\d\\d)?(?:am|pm|h|uhr)?${wordEnd}`;
export const clearTime =
  `(?:${clock} {timeUnits}(?: [0-5]\\d${wordEnd})?|` +
  `(?=\\d+(?:[:h]\\d\\d|(?:\\.\\d\\d)?(?:am|pm|h|uhr)))${clock})`;

/** A time of day, also "at 9" and "um 14", but not "gegen 6. Dezember". Times stay in the description. */
export const time = `(?:(?:{timeLeads} )?${clearTime}|{timeLeads} ${clock}(?!\\.? {months}))`;

/** Number of words of the time of day at the position. */
export const timeAt = (position: WordPosition) => matchAt(position, time)?.count;

import { Check } from 'typebox/value';

import type { FieldFault } from '../../contract/problem.ts';
import { TaskCreateRequest } from '../../contract/task.ts';
import { isTimeZone } from '../config/values.ts';

/** The calendar date of a moment in the zone that a request names, or else in ours (decisions, Tasks). */
export type DateIn = (zone: string | string[] | undefined, nowMs: number) => string;

/**
 * Keeps one calendar for each zone that was named: each has some 30 KB, which V8 does not count and frees late. There are as
 * many as IANA has names, a few hundred.
 */
export function makeDateIn(ours: string): DateIn {
  const calendars = new Map<string, Intl.DateTimeFormat>();

  function calendarOf(zone: string): Intl.DateTimeFormat {
    // A name is the same in letters of either size.
    const name = zone.toLowerCase();
    const known = calendars.get(name);
    if (known !== undefined) return known;
    // The configuration has proven ours.
    if (zone !== ours && !isTimeZone(zone)) return calendarOf(ours);
    // Sweden writes dates as ISO 8601 does.
    const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
    calendars.set(name, calendar);
    return calendar;
  }

  return (zone, nowMs) => calendarOf(typeof zone === 'string' ? zone : ours).format(nowMs);
}

/** The fault of a body whose due date is before today, as text compares; none for a value that is not a date (pure). */
export function pastDueDate(body: unknown, today: string): readonly FieldFault[] {
  const dueDate = typeof body === 'object' && body !== null && 'dueDate' in body ? body.dueDate : undefined;
  if (typeof dueDate !== 'string' || dueDate >= today) return [];
  if (!Check(TaskCreateRequest.properties.dueDate, dueDate)) return [];
  return [{ pointer: '/dueDate', code: 'in_the_past', detail: `must not be before today, ${today}` }];
}

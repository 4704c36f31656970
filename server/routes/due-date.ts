import { Check } from 'typebox/value';

import type { FieldFault } from '../../contract/problem.ts';
import { TaskCreateRequest } from '../../contract/task.ts';
import { isTimeZone } from '../config/values.ts';

/** The calendar date in the zone that a request names, or else in ours (decisions, Tasks; pure). */
export function todayIn(zone: string | string[] | undefined, ours: string, nowMs: number): string {
  const timeZone = typeof zone === 'string' && isTimeZone(zone) ? zone : ours;
  // Sweden writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(nowMs);
}

/** The fault of a body whose due date is before today, as text compares; none for what is no date at all (pure). */
export function pastDueDate(body: unknown, today: string): readonly FieldFault[] {
  const dueDate = typeof body === 'object' && body !== null && 'dueDate' in body ? body.dueDate : undefined;
  if (!Check(TaskCreateRequest.properties.dueDate, dueDate) || dueDate >= today) return [];
  return [{ pointer: '/dueDate', code: 'in_the_past', detail: `must not be before today, ${today}` }];
}

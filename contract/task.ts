import * as Type from 'typebox';

import { importances, longestDescription, states, textPatterns } from './fields.ts';
import type { fieldNames } from './fields.ts';

/** Urgency of a task (specification, Task). */
export const TaskImportance = Type.Enum(importances, { $id: 'TaskImportance' });
export type TaskImportance = Type.Static<typeof TaskImportance>;

/** Progress of a task; any state may follow any state (decisions, Tasks). */
export const TaskState = Type.Enum(states, { $id: 'TaskState' });
export type TaskState = Type.Static<typeof TaskState>;

/** The patterns of the fields, by the fault of a text that does not match. */
export const patterns = {
  ...textPatterns,
  // Not every store can keep NUL and unpaired surrogates. The pattern matches the same texts with and without the `u` flag. It is no
  // `not`, of which a generator of clients makes `any`.
  not_well_formed:
    '^(?![\\s\\S]*(?:\\u0000|[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]))',
  // RFC 3339 has a year 0000; the calendar of this service begins with the year 0001.
  not_a_date: '^(?!0000)',
} as const;

const wellFormed = { type: 'string', pattern: patterns.not_well_formed };

/** The four fields that a client sets. Unknown members, `id` included, are ignored. */
const taskFields = {
  description: Type.String({
    maxLength: longestDescription,
    pattern: patterns.blank,
    allOf: [wellFormed],
  }),
  dueDate: Type.String({ format: 'date', pattern: patterns.not_a_date }),
  importance: TaskImportance,
  state: TaskState,
} satisfies Record<(typeof fieldNames)[number], Type.TSchema>;

export const TaskCreateRequest = Type.Object(taskFields, { $id: 'TaskCreateRequest' });
export type TaskCreateRequest = Type.Static<typeof TaskCreateRequest>;

export const TaskUpdateRequest = Type.Object(taskFields, { $id: 'TaskUpdateRequest' });
export type TaskUpdateRequest = Type.Static<typeof TaskUpdateRequest>;

/** A stored task as its owner sees it. */
export const TaskResponse = Type.Object(
  {
    // JSON numbers are exact up to 2^53 - 1.
    id: Type.Integer({ format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    ...taskFields,
    // A write checks the patterns. A response states none: the page refuses a list with a task that does not fit, and a stored value
    // may be older than a rule.
    description: Type.String({ maxLength: longestDescription }),
    dueDate: Type.String({ format: 'date' }),
  },
  { $id: 'TaskResponse' },
);
export type TaskResponse = Type.Static<typeof TaskResponse>;

/** The caller's tasks, ordered by dueDate, then by id. */
export const TaskListResponse = Type.Array(TaskResponse, { $id: 'TaskListResponse' });
export type TaskListResponse = Type.Static<typeof TaskListResponse>;

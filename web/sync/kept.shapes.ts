import * as Type from 'typebox';

import { TaskListResponse, TaskResponse, TaskUpdateRequest } from '../../contract/task.ts';
import { Refusal } from '../service/service.shapes.ts';
import { shapeOf } from '../service/shape.ts';

/** The fields of a task, with others. A half-typed text need not be valid yet: only its type is checked. */
function fieldsAnd<Others extends Type.TProperties>(extra: Others) {
  const fields = Object.entries(TaskUpdateRequest.properties).map(([name, schema]) => {
    if ('enum' in schema) return [name, schema];
    return [name, Type.IsOptional(schema) ? Type.Optional(Type.String()) : Type.String()];
  });
  const object = Type.Object({ ...Object.fromEntries(fields), ...extra });
  return Type.Unsafe<TaskUpdateRequest & Type.Static<Type.TObject<Others>>>(object);
}

const Fields = fieldsAnd({});

/** The new task: its words as typed, and the kinds of value that were set by hand, which words do not change. */
const NewTaskDraft = fieldsAnd({
  byHand: Type.Optional(Type.Array(Type.Enum(['date', 'importance', 'state']))),
});
export type NewTaskDraft = Type.Static<typeof NewTaskDraft>;

/** Unsaved input of the person: the new task, and edits by row key. */
const Drafts = Type.Object({
  newTask: Type.Union([NewTaskDraft, Type.Null()]),
  edits: Type.Record(Type.String(), Fields),
});
export type Drafts = Readonly<Type.Static<typeof Drafts>>;
export const drafts = shapeOf(Drafts);

/** A new task that waits until its words can be read, with the day on which it was submitted: "tomorrow" counts from that day. */
const Submitted = Type.Object({ draft: NewTaskDraft, dayIso: Type.String() });
export type Submitted = Readonly<Type.Static<typeof Submitted>>;
export const submitted = shapeOf(Type.Array(Submitted));

/** The operation of a write on one row. */
const Change = Type.Union([
  Type.Object({ kind: Type.Enum(['create', 'replace']), fields: Fields }),
  Type.Object({ kind: Type.Literal('delete') }),
]);
export type Change = Type.Static<typeof Change>;

/**
 * held: a delete that can still be undone; queued: to be sent; sending: its request is under way; waiting: to be compared
 * with the next list and then sent; failed: the service refused it; conflict: another device has changed the task too.
 */
const WriteStatus = Type.Enum(['held', 'queued', 'sending', 'waiting', 'failed', 'conflict']);

/** A version of a task. One without an id was made by the person, or was on the page when an edit began. */
const Known = fieldsAnd({ id: Type.Optional(Type.Integer()) });
export type Known = Type.Static<typeof Known>;

/**
 * A change that the service does not have yet. `key` is its Idempotency-Key, `target` the key of its row. `tried` is true when
 * the service may have received it. `known` has the versions of the task that the person has seen or made; for a create, the
 * equal tasks that the list already had.
 */
const Write = Type.Object({
  key: Type.String(),
  target: Type.String(),
  change: Change,
  status: WriteStatus,
  tried: Type.Boolean(),
  known: Type.Optional(Type.Array(Known)),
  fault: Type.Union([Refusal, Type.Null()]),
});
export type Write = Readonly<Type.Static<typeof Write>>;

/** Schemas that several shapes refer to: the build writes each into the page once. */
const shared = { Write, Refusal, TaskResponse };
const write = Type.Unsafe<Type.Static<typeof Write>>({ $ref: 'Write' });
const fault = Type.Unsafe<Refusal>({ $ref: 'Refusal' });
const task = Type.Unsafe<TaskResponse>({ $ref: 'TaskResponse' });

export const writes = shapeOf(Type.Array(write), shared);

/** The service has accepted a write. `task` is the result, or null for none. */
const Accepted = Type.Object({
  kind: Type.Literal('accepted'),
  key: Type.String(),
  task: Type.Union([task, Type.Null()]),
});
export type Accepted = Type.Static<typeof Accepted>;

/** An event of the queue, in any tab. */
const QueueEvent = Type.Union([
  Type.Object({ kind: Type.Literal('wrote'), writes: Type.Array(write) }),
  Type.Object({
    kind: Type.Enum(['queued', 'sending', 'unreached', 'discard']),
    key: Type.String(),
  }),
  Accepted,
  Type.Object({ kind: Type.Literal('refused'), key: Type.String(), fault }),
  /** The service is reachable again; `found` has the tasks of its list that waiting changes concern. */
  Type.Object({ kind: Type.Literal('reconnect'), found: Type.Array(task) }),
]);
export type QueueEvent = Type.Static<typeof QueueEvent>;

/** A message between tabs of one person, or to the worker. Another version of the page may have sent it, so all is checked. */
const Message = Type.Union([
  /** A tab that has opened, or is visible again, requests the queue. */
  Type.Object({ kind: Type.Literal('hello') }),
  /** The n-th event of `tab`. */
  Type.Object({
    kind: Type.Literal('did'),
    tab: Type.String(),
    n: Type.Integer(),
    event: QueueEvent,
  }),
  /** The queue, from the tab that sends it; `heard` has the number of the last event of each tab that it includes. */
  Type.Object({
    kind: Type.Literal('queue'),
    heard: Type.Record(Type.String(), Type.Integer()),
    writes: Type.Array(write),
    rowKeys: Type.Array(Type.Tuple([Type.String(), Type.String()])),
  }),
  /** The handover, in the browser's cache: the worker sends `writes` while no tab is open, and adds the results to `sent`. */
  Type.Object({
    kind: Type.Literal('handed'),
    owner: Type.String(),
    writes: Type.Array(write),
    sent: Type.Array(Accepted),
  }),
]);
export type Message = Type.Static<typeof Message>;
export type Handover = Extract<Message, { kind: 'handed' }>;

export const message = shapeOf(Message, shared);

export const listCopy = shapeOf(
  Type.Object({ owner: Type.String(), atMs: Type.Number(), tasks: TaskListResponse }),
);

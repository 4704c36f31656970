import * as Type from 'typebox';

import { TaskListResponse, TaskResponse, TaskUpdateRequest } from '../../contract/task.ts';
import { Refusal } from '../service/service.shapes.ts';
import { shapeOf } from '../service/shape.ts';

/** Fields in the making, with others: what is half typed need not be a task yet, so of a text only the type is asked for. */
function fieldsAnd<Others extends Type.TProperties>(others: Others) {
  const fields = Object.entries(TaskUpdateRequest.properties).map(([name, schema]) => {
    if ('enum' in schema) return [name, schema];
    return [name, Type.IsOptional(schema) ? Type.Optional(Type.String()) : Type.String()];
  });
  const object = Type.Object({ ...Object.fromEntries(fields), ...others });
  return Type.Unsafe<TaskUpdateRequest & Type.Static<Type.TObject<Others>>>(object);
}

const Fields = fieldsAnd({});

/** The next task: its words as typed, and which kinds of value were set by hand, which no word changes. */
const NewTaskDraft = fieldsAnd({
  byHand: Type.Optional(Type.Array(Type.Enum(['date', 'importance', 'state']))),
});
export type NewTaskDraft = Type.Static<typeof NewTaskDraft>;

export const drafts = shapeOf(
  Type.Object({
    newTask: Type.Union([NewTaskDraft, Type.Null()]),
    edits: Type.Record(Type.String(), Fields),
  }),
);

/** What is to be done to one row. */
const Change = Type.Union([
  Type.Object({ kind: Type.Enum(['create', 'replace']), fields: Fields }),
  Type.Object({ kind: Type.Literal('delete') }),
]);
export type Change = Type.Static<typeof Change>;

/**
 * held: a delete that can still be undone; queued: to be sent; sending: under way; waiting: the service was not reached, or an
 * earlier page made it; failed: the service refused; conflict: the task has been changed elsewhere since.
 */
const WriteStatus = Type.Enum(['held', 'queued', 'sending', 'waiting', 'failed', 'conflict']);
export type WriteStatus = Type.Static<typeof WriteStatus>;

/** A version of a task; without an id it is one that the person has made. */
const Known = fieldsAnd({ id: Type.Optional(Type.Integer()) });
export type Known = Type.Static<typeof Known>;

/**
 * A change that the service does not have yet. `key` is its Idempotency-Key, `target` the row's key; `tried` says whether the
 * service may have seen it. `known` has the versions of the task that the person has seen or made, and, of a create, the
 * equal tasks that were there before.
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

/** What many shapes have in them is written into the page once. */
const shared = { Write, Refusal, TaskResponse };
const write = Type.Unsafe<Type.Static<typeof Write>>({ $ref: 'Write' });
const fault = Type.Unsafe<Refusal>({ $ref: 'Refusal' });
const task = Type.Unsafe<TaskResponse>({ $ref: 'TaskResponse' });

export const writes = shapeOf(Type.Array(write), shared);

/** The service has a write, and made this task of it. */
const Accepted = Type.Object({
  kind: Type.Literal('accepted'),
  key: Type.String(),
  task: Type.Union([task, Type.Null()]),
});
export type Accepted = Type.Static<typeof Accepted>;

/** What can happen to the queue of unsent changes, in whichever tab. */
const QueueEvent = Type.Union([
  Type.Object({ kind: Type.Literal('wrote'), writes: Type.Array(write) }),
  Type.Object({ kind: Type.Enum(['queued', 'sending', 'unreached', 'discard']), key: Type.String() }),
  Accepted,
  Type.Object({ kind: Type.Literal('refused'), key: Type.String(), fault }),
  /** The service is there again; `found` are the tasks of its list that waiting changes are about. */
  Type.Object({ kind: Type.Literal('reconnect'), found: Type.Array(task) }),
]);
export type QueueEvent = Type.Static<typeof QueueEvent>;

/** What one tab tells the others of the same person, and the worker. Another version of the page may be speaking, so all of it is checked. */
const Message = Type.Union([
  /** I have just come, or come back: what is the queue? */
  Type.Object({ kind: Type.Literal('hello') }),
  /** I did this, as my n-th event. */
  Type.Object({ kind: Type.Literal('did'), tab: Type.String(), n: Type.Integer(), event: QueueEvent }),
  /** I send the queue, here it is; `heard` is the last event of each tab that is in it. */
  Type.Object({
    kind: Type.Literal('queue'),
    heard: Type.Record(Type.String(), Type.Integer()),
    writes: Type.Array(write),
    rowKeys: Type.Array(Type.Tuple([Type.String(), Type.String()])),
  }),
  /** To the worker and back, in the browser's cache: it sends these writes while no tab is open, and has sent those. */
  Type.Object({
    kind: Type.Literal('handed'),
    owner: Type.String(),
    writes: Type.Array(write),
    sent: Type.Array(Accepted),
  }),
]);
export type Message = Type.Static<typeof Message>;
export type Handed = Extract<Message, { kind: 'handed' }>;

export const message = shapeOf(Message, shared);

export const keptList = shapeOf(
  Type.Object({ owner: Type.String(), atMs: Type.Number(), tasks: TaskListResponse }),
);

import type { TaskCreateRequest, TaskResponse, TaskUpdateRequest } from '../../contract/task.ts';

/**
 * A create that may arrive again: the same key and body within 24 h answer the same task, as it was created, whatever
 * became of it since. `bodyHash` covers all four fields, so equal hashes mean equal tasks but for the id.
 */
export type Idempotency = Readonly<{ key: string; bodyHash: string }>;

export type Created =
  | Readonly<{ kind: 'created' | 'repeated'; task: TaskResponse }>
  /** The key came with another body before. */
  | Readonly<{ kind: 'key_reused' }>
  /** The owner has as many tasks as the caller lets a person have. */
  | Readonly<{ kind: 'too_many' }>;

/** What a create that arrives again finds. */
export type CreatedBefore = Exclude<Created, { kind: 'created' | 'too_many' }>;

/** One renewal shared between processes: a sealed session under the hash of the refresh token it replaced. */
export type RenewalClaim =
  | Readonly<{ kind: 'claimed' }>
  | Readonly<{ kind: 'taken' }>
  | Readonly<{ kind: 'published'; sealed: string }>;

/** Sessions that began by `endedAtMs` are ended, those of one session or of one person; `subject` is a hash of which. */
export type Ending = Readonly<{
  subject: string;
  endedAtMs: number;
  /** By then the last cookie that it speaks of has ended. */
  untilMs: number;
}>;

/** `notedAtMs` is the store's own clock, and never goes back. */
export type NotedEnding = Ending & Readonly<{ notedAtMs: number }>;

/**
 * Where users, tasks, shared renewals and the endings of sessions are kept. Every promise that resolves to a write resolves after the commit is
 * durable. Throws StoreError and nothing else. `owner` is the email of the caller, compared exactly.
 */
export type Store = Readonly<{
  /** Makes the user record of this email if it is missing. */
  rememberUser: (email: string, nowMs: number) => Promise<void>;
  /** Ordered by dueDate, then by id. */
  listOwnedBy: (owner: string) => Promise<TaskResponse[]>;
  /** Makes the user record too if it is missing. Nothing is made beyond `mostTasks`; a create that arrives again counts once. */
  createTask: (
    owner: string,
    fields: TaskCreateRequest,
    nowMs: number,
    idempotency?: Idempotency,
    mostTasks?: number,
  ) => Promise<Created>;
  /** What createTask would find under this key, and makes nothing. undefined: nothing. */
  findCreated: (
    owner: string,
    fields: TaskCreateRequest,
    nowMs: number,
    idempotency: Idempotency,
  ) => Promise<CreatedBefore | undefined>;
  /** undefined: no task with this id is owned by the owner. */
  replaceTask: (
    owner: string,
    id: number,
    fields: TaskUpdateRequest,
    nowMs: number,
  ) => Promise<TaskResponse | undefined>;
  /** false: no task with this id is owned by the owner. */
  deleteTask: (owner: string, id: number) => Promise<boolean>;

  /** Claims the renewal of this refresh token (by its hash) until `leaseEndsMs`, unless someone holds or has published it. */
  claimRenewal: (tokenHash: string, nowMs: number, leaseEndsMs: number) => Promise<RenewalClaim>;
  /** Shares the winner's sealed session until `untilMs`. */
  publishRenewal: (tokenHash: string, sealed: string, untilMs: number) => Promise<void>;
  /** Gives a claim back after a redemption that came to nothing. */
  releaseRenewal: (tokenHash: string) => Promise<void>;

  /** Of two endings of one subject the later times count. */
  noteEnding: (ending: Ending) => Promise<void>;
  /** Those of these subjects. */
  findEndings: (subjects: readonly string[]) => Promise<NotedEnding[]>;
  /** At most so many, those noted after `after`, ordered by `notedAtMs` and subject. */
  listEndings: (
    after: Readonly<{ notedAtMs: number; subject: string }>,
    most: number,
  ) => Promise<NotedEnding[]>;

  /** Removes some of what has expired: renewals, endings and idempotency keys. Resolves with how many; 0 when none is left. */
  sweep: (nowMs: number) => Promise<number>;

  /** Resolves when the store answers. */
  check: () => Promise<void>;
  close: () => Promise<void>;
}>;

/** How long an Idempotency-Key is remembered (decisions, Tasks). */
export const idempotencyLifetimeMs = 24 * 60 * 60 * 1000;

/** More tasks than there are ids. */
export const noLimit = Number.MAX_SAFE_INTEGER;

/** The task of these fields and nothing else that a body may have carried. */
export function taskOf(id: number, fields: TaskCreateRequest): TaskResponse {
  const { description, dueDate, importance, state } = fields;
  return { id, description, dueDate, importance, state };
}

/**
 * `lost`: this store writes nothing more; it has to be closed and opened again. `damaged`: what is kept cannot be read.
 * `misconfigured` and `newer_database` stay until somebody changes the configuration or the release.
 */
export type StoreErrorCode =
  | 'unavailable'
  | 'overloaded'
  | 'lost'
  | 'damaged'
  | 'not_writable'
  | 'newer_database'
  | 'misconfigured'
  | 'failed';

/** The one error a store throws; what the engine said is its `cause`. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StoreError';
    this.code = code;
  }
}

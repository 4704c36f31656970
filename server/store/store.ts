import type { TaskCreateRequest, TaskResponse, TaskUpdateRequest } from '../../contract/task.ts';

/**
 * A create that may be repeated: the same key and body within 24 h return the same task as it was created, even if it has
 * been changed since. `bodyHash` covers all four fields, so equal hashes mean equal tasks except for the id.
 */
export type Idempotency = Readonly<{ key: string; bodyHash: string }>;

export type Created =
  | Readonly<{ kind: 'created' | 'repeated'; task: TaskResponse }>
  /** The key was used before with another body, or its task has been deleted since. */
  | Readonly<{ kind: 'key_reused' | 'deleted' | Refusal }>;

/** The owner has `mostTasks` tasks already, or their JSON would become larger than `mostBytes`, or there are too many keys. */
export type Refusal = 'too_many' | 'too_large' | 'too_many_keys';

/** What makes a create repeatable, and its limits. */
export type CreateOptions = Readonly<{
  idempotency?: Idempotency;
  /** 0 creates nothing: it asks what an earlier create with this key has done. */
  mostTasks?: number;
  mostBytes?: number;
  /** So many keys may be used at once, and one more after each `keyPartMs`. */
  mostKeys?: number;
}>;

/**
 * The tasks of one owner, ordered by dueDate, then by id. `version` is short, visible ASCII without quotes; the same version
 * of one owner is the same content, for ever and in every process. `text` is the JSON of a TaskListResponse in memory of its
 * own, or null when `version` is the one that the caller knows.
 */
export type ListRead = Readonly<{ version: string; text: Buffer | null }>;

/** One renewal shared between processes: a sealed session under the hash of the refresh token it replaced. */
export type RenewalClaim =
  | Readonly<{ kind: 'claimed' | 'taken' }>
  | Readonly<{ kind: 'published'; sealed: string }>;

/** Ends sessions that began by `endedAtMs`: one session, or all of one person. `subject` is a hash of the session or person. */
export type Revocation = Readonly<{
  subject: string;
  endedAtMs: number;
  /** By then the last cookie of these sessions has expired. */
  untilMs: number;
}>;

/** A revocation that ends at this time, the last of the year 9999, blocks the person: it ends every session, also those to come. */
export const blockedMs = 253_402_300_799_999;

/**
 * Keeps users, tasks, shared renewals and the revocations of sessions. The promise of a write resolves when the commit is
 * durable. Throws StoreError only. `owner` is the email of the caller, compared exactly.
 */
export type Store = Readonly<{
  /** Notes a sign-in in the user record of this email, and creates it if it is missing. */
  rememberUser: (email: string, nowMs: number) => Promise<void>;
  /** `known` is a version that the caller has the text of. */
  list: (owner: string, known?: string) => Promise<ListRead>;
  /** Creates the user record too if it is missing. A repeated create counts once. */
  createTask: (
    owner: string,
    fields: TaskCreateRequest,
    nowMs: number,
    options?: CreateOptions,
  ) => Promise<Created>;
  /**
   * undefined: no task with this id is owned by the owner. `too_large`: the task becomes larger, and the list larger than
   * `mostBytes`; who is above it already may shorten a task.
   */
  replaceTask: (
    owner: string,
    id: number,
    fields: TaskUpdateRequest,
    nowMs: number,
    mostBytes?: number,
  ) => Promise<TaskResponse | 'too_large' | undefined>;
  /** false: no task with this id is owned by the owner. */
  deleteTask: (owner: string, id: number) => Promise<boolean>;

  /** Claims the renewal of this refresh token (by its hash) until `leaseEndsMs`, unless a process holds or has published it. */
  claimRenewal: (tokenHash: string, nowMs: number, leaseEndsMs: number) => Promise<RenewalClaim>;
  /** Shares the winner's sealed session until `untilMs`. */
  publishRenewal: (tokenHash: string, sealed: string, untilMs: number) => Promise<void>;
  /** Releases a claim after a redemption that failed. */
  releaseRenewal: (tokenHash: string) => Promise<void>;

  /** Of two revocations of one subject the later times count. */
  noteRevocation: (revocation: Revocation) => Promise<void>;
  /** The latest `endedAtMs` of these subjects, of which there are at most four; -Infinity for none. */
  findRevocation: (subjects: readonly string[]) => Promise<number>;

  /** Removes and returns the lines that commands have left for an audit log on standard output. */
  takeAuditLines: () => Promise<string[]>;

  /** Removes some expired renewals, revocations and idempotency keys. Resolves with their number; 0 when none is left. */
  sweep: (nowMs: number) => Promise<number>;

  /** Resolves when the store answers. */
  check: () => Promise<void>;
  /** How many operations wait for a connection, or for their turn to write. */
  waiting: () => number;
  /** All people and tasks. It reads a row of each person: for the metrics. */
  count: () => Promise<Readonly<{ people: number; tasks: number }>>;
  close: () => Promise<void>;
}>;

/** How long an Idempotency-Key is remembered (decisions, Tasks). */
export const idempotencyLifetimeMs = 24 * 60 * 60 * 1000;

/**
 * What one of `mostKeys` keys takes of their lifetime. An owner's keys take their parts one after the other, from now on at
 * the earliest, and all parts end within one lifetime: so the store keeps twice `mostKeys` of one owner at most.
 */
export const keyPartMs = (mostKeys: number): number => Math.round(idempotencyLifetimeMs / mostKeys);

const noLimit = Number.MAX_SAFE_INTEGER;
/** More tasks than there are ids, and more bytes than there is memory. */
export const noLimits = { mostTasks: noLimit, mostBytes: noLimit, mostKeys: noLimit } as const;

/**
 * What a task counts beside the bytes of its description as JSON: all the rest of its JSON and a comma, with the longest id,
 * importance and state. It never changes, because the stored numbers hold it.
 */
export const bytesBesideDescription = 102;

/** The task of these fields; of other members of the body nothing is stored, and none is in a response (`http/endpoint.ts`). */
export const taskOf = (id: number, fields: TaskCreateRequest): TaskResponse => ({ ...fields, id });

/**
 * `lost`: this store writes nothing more and must be closed and opened again. `damaged`: stored data cannot be read.
 * `misconfigured` and `newer_database` last until the configuration or the release changes.
 */
export const storeErrorCodes = [
  'unavailable',
  'overloaded',
  'lost',
  'damaged',
  'not_writable',
  'newer_database',
  'misconfigured',
  'failed',
] as const;
export type StoreErrorCode = (typeof storeErrorCodes)[number];

/** The only error that a store throws; its `cause` is the error of the engine. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StoreError';
    this.code = code;
  }
}

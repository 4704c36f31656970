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

/** The Idempotency-Key of a create, and its limits. */
export type CreateOptions = Readonly<{
  idempotency?: Idempotency;
  mostTasks?: number;
  mostBytes?: number;
  /** The number of keys that an owner may use at once; one more after each `keyPartMs`. */
  mostKeys?: number;
}>;

/**
 * The tasks of one owner, ordered by dueDate, then by id. `version` is short, visible ASCII without quotes; the same version of
 * one owner always means the same content, in every process. `text` is the JSON of a TaskListResponse in memory of its own, or
 * null when the caller knows `version`.
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

export type NewRevocation = Pick<Revocation, 'subject' | 'endedAtMs'>;

/** A revocation with this `endedAtMs`, the end of the year 9999, blocks the person: it ends every session, also later ones. */
export const blockedMs = 253_402_300_799_999;

/**
 * Stores users, tasks, shared renewals and the revocations of sessions. The promise of a write resolves when the commit is
 * durable. Throws StoreError only. `owner` is the email of the caller, compared exactly.
 */
export type Store = Readonly<{
  /** Records the time of a sign-in in the user record of this email, which is created if missing. */
  rememberUser: (email: string, nowMs: number) => Promise<void>;
  /** `known`: the version whose text the caller has. */
  list: (owner: string, known?: string) => Promise<ListRead>;
  /**
   * The versions of the lists of many owners, as `list` has them. An owner may be missing whose list has not changed since the
   * last call, or whom this process does not know.
   */
  findVersions: (owners: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Creates a missing user record too. A repeated create counts once. */
  createTask: (
    owner: string,
    fields: TaskCreateRequest,
    nowMs: number,
    options?: CreateOptions,
  ) => Promise<Created>;
  /** The outcome of an earlier create with this key; undefined when there was none. Nothing is created. */
  findCreated: (
    owner: string,
    fields: TaskCreateRequest,
    nowMs: number,
    idempotency: Idempotency,
  ) => Promise<Created | undefined>;
  /**
   * undefined: the owner has no task with this id. `too_large`: the task would grow, and the list would be larger than
   * `mostBytes`. A task may always become shorter.
   */
  replaceTask: (
    owner: string,
    id: number,
    fields: TaskUpdateRequest,
    nowMs: number,
    mostBytes?: number,
  ) => Promise<TaskResponse | 'too_large' | undefined>;
  /** false: the owner has no task with this id. */
  deleteTask: (owner: string, id: number) => Promise<boolean>;

  /** Claims the renewal of this refresh token (by its hash) until `leaseEndsMs`, unless a process holds or has published it. */
  claimRenewal: (tokenHash: string, nowMs: number, leaseEndsMs: number) => Promise<RenewalClaim>;
  /** Shares the renewed session, sealed, with the other processes until `untilMs`. */
  publishRenewal: (tokenHash: string, sealed: string, untilMs: number) => Promise<void>;
  /** Releases the claim of a renewal that failed. */
  releaseRenewal: (tokenHash: string) => Promise<void>;

  /** Stores a revocation. Of two revocations of one subject, the later times are valid. */
  noteRevocation: (revocation: Revocation) => Promise<void>;
  /** The latest `endedAtMs` of these subjects, of which there are at most four; -Infinity for none. */
  findRevocation: (subjects: readonly string[]) => Promise<number>;

  /** The revocations that were stored in the last ten seconds, by the clock of the store. */
  findNewRevocations: () => Promise<readonly NewRevocation[]>;

  /** Removes and returns the lines that commands have stored for an audit log on standard output. */
  takeAuditLines: () => Promise<string[]>;

  /** Removes some expired renewals, revocations and idempotency keys. Resolves with their number; 0 when none is left. */
  sweep: (nowMs: number) => Promise<number>;

  /** Resolves when the store answers. `isDiskFull`: reads work, and writes are refused. */
  check: () => Promise<Readonly<{ isDiskFull: boolean }>>;
  /** The number of operations that wait for a connection, or for their turn to write. */
  waiting: () => number;
  /** The numbers of people and tasks, for the metrics. It reads one row of each person. */
  count: () => Promise<Readonly<{ people: number; tasks: number }>>;
  close: () => Promise<void>;
}>;

/** The lifetime of an Idempotency-Key (decisions, Tasks). */
export const idempotencyLifetimeMs = 24 * 60 * 60 * 1000;

/**
 * The part of the lifetime that each of `mostKeys` keys takes. The keys of an owner take their parts one after the other, not
 * before the present time, and all parts end within one lifetime: so the store has at most twice `mostKeys` keys of an owner.
 */
export const keyPartMs = (mostKeys: number): number => Math.round(idempotencyLifetimeMs / mostKeys);

const noLimit = Number.MAX_SAFE_INTEGER;
/** More tasks than there are ids, and more bytes than there is memory. */
export const noLimits = { mostTasks: noLimit, mostBytes: noLimit, mostKeys: noLimit } as const;

/**
 * The bytes of a task in a list besides its description as JSON: the rest of its JSON and a comma, with the longest id,
 * importance and state. The number must never change, because the stored numbers include it.
 */
export const bytesBesideDescription = 102;

/** The task with these fields. Other members of the body are not stored, and `http/endpoint.ts` leaves them out of a response. */
export const taskOf = (id: number, fields: TaskCreateRequest): TaskResponse => ({ ...fields, id });

/**
 * `lost`: this store accepts no more writes and must be closed and opened again. `damaged`: stored data cannot be read.
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

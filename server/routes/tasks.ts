import { hash } from 'node:crypto';

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Check } from 'typebox/value';

import { endpoints, idempotencyKey } from '../../contract/endpoints.ts';
import { fieldNames } from '../../contract/fields.ts';
import type { FieldFault } from '../../contract/problem.ts';
import type { TaskResponse } from '../../contract/task.ts';
import { TaskCreateRequest, TaskUpdateRequest } from '../../contract/task.ts';
import type { Config } from '../config.ts';
import { isTimeZone } from '../config/values.ts';
import { checkBody } from '../http/body.ts';
import { sendContent, sendUnchanged } from '../http/content.ts';
import type { AccessHooks } from '../http/endpoint.ts';
import { addEndpoint, jsonType, readTaskId } from '../http/endpoint.ts';
import { Problem } from '../http/problems.ts';
import type { Guard } from '../session/guard.ts';
import { personOf } from '../session/request-context.ts';
import type { Created, Idempotency, Store } from '../store/store.ts';
import { keyPartMs } from '../store/store.ts';
import type { ChangeWaits } from './change-waits.ts';
import { makeFindList } from './find-list.ts';
import { limitUnsentBytes, makeLists, tagOf, versionIn } from './lists.ts';

/** `timeZone`: the zone for a request that names none. */
type Parts = Config['tasks'] &
  Readonly<{
    gates: AccessHooks;
    store: Pick<Store, 'list' | 'createTask' | 'findCreated' | 'replaceTask' | 'deleteTask'>;
    waits: ChangeWaits;
    refuseEnded: Guard['refuseEnded'];
    nowMs: () => number;
  }>;

/** Adds the routes of the caller's tasks (specification, rules 6 to 9). */
export function addTaskRoutes(app: FastifyInstance, parts: Parts): void {
  const { gates, store, waits, refuseEnded, nowMs } = parts;
  const { timeZone, mostPerPerson, mostBytesPerPerson } = parts;
  const writes = tellWrites(store, waits.tellWrite);
  const dateIn = makeDateIn(timeZone);
  const mostKeys = mostKeysOf(mostPerPerson);
  const partSeconds = keyPartMs(mostKeys) / 1000;
  const problems: Readonly<Record<Exclude<Created, { task: unknown }>['kind'], () => Problem>> = {
    deleted: () => new Problem('task_deleted'),
    key_reused: () => new Problem('idempotency_key_reused'),
    too_many: () =>
      new Problem('too_many_tasks', { detail: `A person may have ${mostPerPerson} tasks` }),
    too_large: () =>
      new Problem('tasks_too_large', {
        detail: `The tasks of a person may be ${mostBytesPerPerson} bytes of JSON together`,
      }),
    too_many_keys: () =>
      new Problem('too_many_keys', {
        detail: `A person may use ${mostKeys} Idempotency-Keys at once, and another one every ${partSeconds} s`,
        retryAfterSeconds: Math.ceil(partSeconds),
      }),
  };
  const lists = makeLists(store);
  const findList = makeFindList({ lists, waits, refuseEnded, nowMs });
  const countUnderWay = limitUnsentBytes();
  const ownerOf = (request: FastifyRequest) => personOf(request).email;

  addEndpoint(app, endpoints.listTasks, gates, async (request, reply) => {
    const owner = ownerOf(request);
    const held = versionIn(request.headers['if-none-match']);
    const { version, content } = await findList(request, reply, held);
    if (version === held || content === null)
      return sendUnchanged(reply, { type: jsonType, tag: tagOf(version) });
    countUnderWay(owner, content.bytes.length, reply);
    const sent = sendContent(request, reply, content);
    lists.keep(owner, { version, content });
    return sent;
  });

  addEndpoint(app, endpoints.createTask, gates, async (request) => {
    const owner = ownerOf(request);
    const today = dateIn(request.headers['time-zone'], nowMs());
    const past = pastDueDate(request.body, today);
    // After midnight a repeated create gets the same response as before, although its due date is now in the past.
    if (past.length > 0 && Check(TaskCreateRequest, request.body)) {
      const once = idempotencyOf(request, request.body);
      const before = once && (await store.findCreated(owner, request.body, nowMs(), once));
      if (before?.kind === 'repeated' || before?.kind === 'deleted') return taskIn(before);
    }
    const fields = checkBody(TaskCreateRequest, request.body, past);
    const idempotency = idempotencyOf(request, fields);
    const limits = { mostTasks: mostPerPerson, mostBytes: mostBytesPerPerson, mostKeys };
    const options = idempotency === undefined ? limits : { ...limits, idempotency };
    return taskIn(await writes.createTask(owner, fields, nowMs(), options));
  });

  function taskIn(created: Created): TaskResponse {
    if ('task' in created) return created.task;
    throw problems[created.kind]();
  }

  addEndpoint(app, endpoints.replaceTask, gates, async (request) => {
    const owner = ownerOf(request);
    const id = readTaskId(request);
    const fields = checkBody(TaskUpdateRequest, request.body);
    refusePrecondition(request);
    const task = await writes.replaceTask(owner, id, fields, nowMs(), mostBytesPerPerson);
    if (task === undefined) throw new Problem('task_not_found');
    if (task === 'too_large') throw problems.too_large();
    return task;
  });

  addEndpoint(app, endpoints.deleteTask, gates, async (request, reply) => {
    const id = readTaskId(request);
    refusePrecondition(request);
    if (!(await writes.deleteTask(ownerOf(request), id))) throw new Problem('task_not_found');
    return reply.send();
  });
}

type Writes = Pick<Store, 'createTask' | 'replaceTask' | 'deleteTask'>;

/** The writes of the store; each ends the waits of its owner. */
function tellWrites(store: Writes, tell: ChangeWaits['tellWrite']): Writes {
  async function telling<Result>(owner: string, written: Promise<Result>): Promise<Result> {
    const result = await written;
    tell(owner);
    return result;
  }
  return {
    createTask: (owner, ...call) => telling(owner, store.createTask(owner, ...call)),
    replaceTask: (owner, ...call) => telling(owner, store.replaceTask(owner, ...call)),
    deleteTask: (owner, ...call) => telling(owner, store.deleteTask(owner, ...call)),
  };
}

/**
 * The number of Idempotency-Keys that a person may use at once: enough to fill the list, remove all tasks and fill it again, and
 * for a small list more than anybody creates in a day.
 */
export const mostKeysOf = (mostPerPerson: number): number => Math.max(20_000, 2 * mostPerPerson);

/** A task has no ETag: it matches no tag of If-Match, and `*` of either header (RFC 9110, section 13.1). */
function refusePrecondition({ headers }: FastifyRequest): void {
  const { 'if-match': match = '*', 'if-none-match': noneMatch } = headers;
  if (match.trim() !== '*' || noneMatch?.trim() === '*') throw new Problem('precondition_failed');
}

/** undefined without an Idempotency-Key. Refuses a key that is not 1 to 255 visible characters. */
function idempotencyOf(
  request: FastifyRequest,
  fields: Partial<TaskCreateRequest>,
): Idempotency | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !keyPattern.test(key)) {
    throw new Problem('bad_request', {
      detail: 'Idempotency-Key must be 1 to 255 visible ASCII characters',
    });
  }
  // An absent field adds nothing: a create that is repeated after an upgrade with a new field keeps its hash.
  const text = JSON.stringify(fieldNames.flatMap((name) => fields[name] ?? []));
  return { key, bodyHash: hash('sha256', text, 'base64url') };
}

const keyPattern = new RegExp(idempotencyKey.pattern);

/**
 * Makes the function that finds the calendar date of a moment, in the zone of a request or else in `ours` (decisions, Tasks).
 * Caches one calendar for each zone: each has some 30 KB, which V8 does not count and frees late. IANA has a few hundred names.
 */
export function makeDateIn(ours: string) {
  const calendars = new Map<string, Intl.DateTimeFormat>();

  function calendarOf(zone: string): Intl.DateTimeFormat {
    // Names of zones are not case-sensitive.
    const name = zone.toLowerCase();
    const known = calendars.get(name);
    if (known !== undefined) return known;
    // The configuration has checked `ours`.
    if (zone !== ours && !isTimeZone(zone)) return calendarOf(ours);
    // The Swedish format is that of ISO 8601.
    const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
    calendars.set(name, calendar);
    return calendar;
  }

  return (zone: string | string[] | undefined, nowMs: number): string =>
    calendarOf(typeof zone === 'string' ? zone : ours).format(nowMs);
}

/** The fault of a due date before today; none for a value that is not a date (pure). Dates are compared as text. */
function pastDueDate(body: unknown, today: string): readonly FieldFault[] {
  const dueDate =
    typeof body === 'object' && body !== null && 'dueDate' in body ? body.dueDate : undefined;
  if (typeof dueDate !== 'string' || dueDate >= today) return [];
  if (!Check(TaskCreateRequest.properties.dueDate, dueDate)) return [];
  return [
    { pointer: '/dueDate', code: 'in_the_past', detail: `must not be before today, ${today}` },
  ];
}

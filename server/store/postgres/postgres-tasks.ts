import type { Counts } from '../row.ts';
import {
  bytesOf,
  emptyList,
  noVersion,
  readCounts,
  readRepeatedCreate,
  readInteger,
  readText,
  refusalOf,
  valuesOf,
} from '../row.ts';
import type { Created, Store } from '../store.ts';
import { idempotencyLifetimeMs, keyPartMs, noLimits, taskOf } from '../store.ts';
import { again, insist } from './insist.ts';
import type { Owners } from './owners.ts';
import type { Run } from './postgres-statements.ts';
import { findVersions as versionsOfMany, statements } from './postgres-statements.ts';

/** The operations on the tasks of one owner. Each has its turn already. */
export function makeTasks(run: Run, owners: Owners) {
  const list: Store['list'] = async (email, known) => {
    const readList = async (owner: number) => (await run(statements.readList, owner, known))[0];
    const row = await owners.findFor(email, readList);
    if (row === undefined) return emptyList(known);
    return { version: readText(row), text: row[1] === null ? null : bytesOf(readText(row, 1)) };
  };

  const findVersions: Store['findVersions'] = async (emails) => {
    const emailOf = new Map<number, string>();
    for (const email of emails) {
      const owner = owners.remembered(email);
      if (owner !== undefined) emailOf.set(owner, email);
    }
    // An id without a row: the person was removed.
    const versions = new Map([...emailOf.values()].map((email) => [email, noVersion]));
    if (versions.size === 0) return versions;
    for (const row of await run(versionsOfMany, [...emailOf.keys()]))
      versions.set(emailOf.get(readInteger(row)) ?? '', readText(row, 1));
    return versions;
  };

  async function createTask(
    ...[email, fields, nowMs, wanted = {}]: Parameters<Store['createTask']>
  ): Promise<Created> {
    const { idempotency: once, mostTasks, mostBytes, mostKeys } = { ...noLimits, ...wanted };
    const bornAfterMs = nowMs - idempotencyLifetimeMs;
    const keysUntilMs = nowMs + idempotencyLifetimeMs;
    const key = [once?.key, once?.bodyHash, bornAfterMs, keyPartMs(mostKeys), keysUntilMs];
    const values = [nowMs, mostTasks, mostBytes, ...key];
    let owner = await owners.find(email);
    let block: unknown = null;
    return insist(async () => {
      owner ??= await owners.add(email, nowMs, null);
      const task = [block, ...valuesOf(fields, '')];
      const [row] = await run(statements.createTask, owner, ...values, ...task);
      if (row?.[0] !== null) return { kind: 'created', task: taskOf(readInteger(row), fields) };
      const [before] = once ? await run(statements.findKey, owner, once.key, bornAfterMs) : [];
      if (before && once) return readRepeatedCreate(before, fields, once);
      const counts = await countsOf(email, owner, null, fields.description);
      if (counts === again) return again;
      if (counts === undefined) {
        owner = undefined;
        return again;
      }
      const kind = refusalOf(counts, wanted, nowMs);
      if (kind) return { kind };
      block = readInteger((await run(statements.takeBlock))[0]);
      return again;
    });
  }

  const findCreated: Store['findCreated'] = async (email, fields, nowMs, once) => {
    const bornAfterMs = nowMs - idempotencyLifetimeMs;
    const findKey = async (owner: number) =>
      (await run(statements.findKey, owner, once.key, bornAfterMs))[0];
    const before = await owners.findFor(email, findKey);
    return before && readRepeatedCreate(before, fields, once);
  };

  const replaceTask: Store['replaceTask'] = (
    email,
    id,
    fields,
    nowMs,
    mostBytes = noLimits.mostBytes,
  ) =>
    owners.findFor(email, (owner) =>
      insist(async () => {
        const values = [id, nowMs, mostBytes, ...valuesOf(fields, null)];
        const [row] = await run(statements.replaceTask, owner, ...values);
        if (row) return taskOf(id, fields);
        const counts = await countsOf(email, owner, id, fields.description);
        if (counts === again) return again;
        if (counts?.before === undefined) return undefined;
        if (refusalOf(counts, { mostBytes }, nowMs)) return 'too_large';
        return again;
      }),
    );

  /** The numbers of this owner; `again` when they had to be counted first; undefined when this person has no or another id. */
  async function countsOf(
    email: string,
    owner: number,
    taskId: number | null,
    description: string,
  ): Promise<Counts | undefined | typeof again> {
    const [row] = await run(statements.findCounts, owner, taskId, description);
    if (row !== undefined && row[0] !== null) return readCounts(row, 0);
    if (row === undefined && (await owners.read(email)) !== owner) return undefined;
    await run(statements.countTasks, owner);
    return again;
  }

  const deleteTask: Store['deleteTask'] = async (email, id) => {
    const remove = async (owner: number) => (await run(statements.deleteTask, owner, id))[0];
    return (await owners.findFor(email, remove)) !== undefined;
  };

  return { list, findVersions, createTask, findCreated, replaceTask, deleteTask };
}

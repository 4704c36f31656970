import assert from 'node:assert/strict';

import * as Type from 'typebox';
import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/schema';
import { TaskListResponse, TaskResponse } from '../../contract/task.ts';
import type { Fault, Outcome } from '../service/api.ts';
import type { Refusal } from '../service/service.shapes.ts';
import { storageInMemory } from '../device/storage-fixture.ts';
import { lonely, noCache, openTasksWith } from './page-fixture.ts';
import type { PersonCache } from './person-cache.ts';
import { rowsOf } from './rows.ts';
import type { TasksDependencies } from './tasks.ts';

export const task = (id: number, changed: Partial<TaskResponse> = {}): TaskResponse => ({
  id,
  description: `task ${id}`,
  dueDate: '2026-11-21',
  importance: 'MEDIUM',
  state: 'TODO',
  ...changed,
});
export const { id: _id, ...fields } = task(0, { description: 'new' });
export const offline: Fault = { kind: 'offline' };
export const expired: Fault = { kind: 'expired' };
export const refused = (status: number, pointer?: string): Refusal => ({
  kind: 'refused',
  status,
  code: 'some_code',
  detail: '',
  requestId: null,
  errors: pointer === undefined ? [] : [{ pointer, code: 'in_the_past', detail: '' }],
});

export const gone = { ...refused(410), code: 'task_deleted' } as const;
export const madeElsewhere = { ...refused(409), code: 'idempotency_key_reused' } as const;

/** For tests: the tasks of one person; the test gives every response of the service. */
export function tasksWithAnswers(
  storage = storageInMemory(),
  ports = lonely,
  copied: TaskResponse[] | null = null,
  ms = 1_000,
  handover: Partial<PersonCache> = {},
) {
  type Answer = Fault | { kind: 'ok'; value: unknown };
  const requests: { call: string; answer: (outcome: Answer) => Promise<void> }[] = [];
  const waits: { signal: AbortSignal; resolve: (response: Response | null) => void }[] = [];
  const ask = <S extends TSchema>(call: string, schema: S) =>
    new Promise<Outcome<Static<S>>>((resolve) => {
      const answer = async (outcome: Answer) => {
        if (outcome.kind !== 'ok') resolve(outcome);
        else if (Check(schema, outcome.value)) resolve({ kind: 'ok', value: outcome.value });
        else assert.fail(`no answer to ${call}`);
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
      };
      requests.push({ call, answer });
    });
  const api: TasksDependencies['api'] = {
    listTasks: (preloaded) => ask(preloaded ? 'preloaded list' : 'list', TaskListResponse),
    awaitChange: (signal) =>
      new Promise((resolve) => {
        waits.push({ signal, resolve });
        signal.addEventListener('abort', () => resolve(null));
      }),
    createTask: ({ description }, key) => ask(`create ${key} ${description}`, TaskResponse),
    replaceTask: (id, { description, state }) =>
      ask(`replace ${id} ${description} ${state}`, TaskResponse),
    deleteTask: (id) => ask(`delete ${id}`, Type.Null()),
  };
  /** What waits until the page is idle. */
  const idle = { isNow: true, waiting: [] as (() => void)[] };
  const copies: string[] = [];
  const told: string[] = [];
  const model = openTasksWith({
    api,
    storage,
    cache: {
      ...noCache,
      readList: () =>
        Promise.resolve(copied && { owner: 'ada@example.org', tasks: copied, atMs: 500 }),
      writeList: (tasks) => void copies.push(tasks.map(({ description }) => description).join()),
      ...handover,
    },
    ports,
    nowMs: () => ms,
    whenIdle: (run) => (idle.isNow ? run() : void idle.waiting.push(run)),
    onExpired: () => told.push('expired'),
    onRefused: () => told.push('refused'),
  });
  const next = () => requests.shift() ?? assert.fail('nothing was asked');
  const shown = () =>
    rowsOf(model.state.value).map(
      (row) => `${row.fields.description} ${row.fields.state} ${row.write?.status ?? 'saved'}`,
    );
  const open = async (...tasks: TaskResponse[]) => {
    void model.read();
    await next().answer({ kind: 'ok', value: tasks });
  };
  const calls = () => requests.map(({ call }) => call);
  return { model, next, shown, open, calls, told, storage, copies, waits, idle };
}

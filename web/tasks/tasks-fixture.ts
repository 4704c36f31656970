import type { TestContext } from 'node:test';

import { keepInMemory } from '../device/keep-fixture.ts';
import { createToasts } from '../ui/page-context.ts';
import { createActions } from './actions.ts';
import { english } from '../words/reading.ts';
import { lonely, noCache } from '../sync/page-fixture.ts';
import { rowsOf } from '../sync/rows.ts';
import { openTasks } from '../sync/tasks.ts';
import type { Tasks } from '../sync/tasks.ts';

const todayIso = '2026-11-21';

type Service = Parameters<typeof openTasks>[0]['api'];

/** For tests: the tasks of a page over a service, their actions and announcements; `pass` moves the clock. */
export function benchActions(
  { mock: { timers } }: TestContext,
  api: Service,
  { outOfSight = false } = {},
) {
  let keys = 0;
  const model: Tasks = openTasks({
    api,
    keep: keepInMemory(),
    cache: noCache,
    ports: lonely,
    owner: 'ada@example.org',
    nowMs: () => Date.parse(`${todayIso}T12:00`),
    newKey: () => `k${(keys += 1)}`,
    onRead: () => undefined,
    onExpired: unexpected('expired'),
    onRefused: unexpected('refused'),
  });
  // A test may call this several times.
  timers.reset();
  timers.enable({ apis: ['setTimeout'] });
  const [told, focused]: [string[], string[]] = [[], []];
  const toasts = createToasts();
  const actions = createActions({
    tasks: model,
    toasts,
    say: (text) => told.push(text),
    reading: () => english,
    focusRow: (key) => focused.push(`row ${key}`),
    ifOutOfSight: (_, run) => void (outOfSight && run()),
    todayIso: () => todayIso,
    mostADay: () => 5,
  });
  const rows = () => rowsOf(model.state.value);
  const row = (at = 0) => rows()[at] ?? unexpected('no such row')();
  const pass = () => timers.tick(10_000);
  return { actions, model, toasts, told, focused, rows, row, pass };
}

const unexpected = (what: string) => (): never => {
  throw new Error(what);
};

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';

import { createToasts } from '../ui/toasts.ts';
import { createActions } from './actions.ts';
import type { WhenRead } from './reader.ts';
import * as wholeReader from './whole-reader.ts';
import { english } from '../words/reading.ts';
import { openTasksWith } from '../sync/page-fixture.ts';
import { rowsOf } from '../sync/rows.ts';
import type { TasksDependencies } from '../sync/tasks.ts';

const todayIso = '2026-11-21';

/** For tests: the tasks of a page over a service, their actions and announcements; `pass` moves the clock. */
export function actionsOnTasks(
  { mock: { timers } }: TestContext,
  api: TasksDependencies['api'],
  {
    outOfSight = false,
    isFound = true,
    whenRead = (run) => run(wholeReader),
    ...dependencies
  }: {
    outOfSight?: boolean;
    isFound?: boolean;
    whenRead?: WhenRead;
  } & Partial<TasksDependencies> = {},
) {
  const model = openTasksWith({
    api,
    nowMs: () => Date.parse(`${todayIso}T12:00`),
    ...dependencies,
  });
  // A test may call this several times.
  timers.reset();
  timers.enable({ apis: ['setTimeout'] });
  const told: string[] = [];
  const focused: string[] = [];
  const toasts = createToasts();
  const actions = createActions({
    tasks: model,
    toasts,
    say: (text) => told.push(text),
    reading: () => english,
    focusRow: (key) => focused.push(`row ${key}`),
    ifOutOfSight: (_, run) => void (outOfSight && run()),
    isFound: () => isFound,
    todayIso: () => todayIso,
    whenRead,
    whenReleased: (run) => run(),
    mostADay: () => 5,
  });
  const rows = () => rowsOf(model.state.value);
  const row = (at = 0) => rows()[at] ?? assert.fail('no such row');
  const pass = () => timers.tick(10_000);
  return { actions, model, toasts, told, focused, rows, row, pass };
}

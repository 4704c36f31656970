import { lookWalks } from './look-walks.ts';
import { offlineWalks } from './offline-walks.ts';
import type { Engine } from './page.ts';
import { taskWalks } from './task-walks.ts';

/** Everything that is asked of an engine. */
export function allWalks(engine: Engine): void {
  for (const size of ['desktop', 'phone'] as const) {
    taskWalks(engine, { size, theme: 'light' });
    for (const theme of ['light', 'dark'] as const) lookWalks(engine, { size, theme });
  }
  offlineWalks(engine, { size: 'desktop', theme: 'light' });
}

import { setTimeout as wait } from 'node:timers/promises';

import type { Child } from '../proxies/child.ts';

/** Resolves once the address answers 200. Throws with all that the program has written when it ends, or answers otherwise. */
export async function answers(child: Child, address: string): Promise<void> {
  for (;;) {
    const status = await Promise.race([statusOf(address), child.ended]);
    if (status === 200) return;
    if (status !== undefined) throw new Error(`${address} answers ${status}:\n${child.written()}`);
    await wait(20);
  }
}

const statusOf = (address: string): Promise<number | undefined> =>
  fetch(address).then(
    ({ status }) => status,
    () => undefined,
  );

import type { TestContext } from 'node:test';

import type { TestProvider } from '../provider/provider.ts';
import { makeChance } from './chance.ts';
import type { Door } from './visitor.ts';
import { makeVisitor } from './visitor.ts';
import type { Tally, Writer } from './writer.ts';
import { makeTally, makeWriter } from './writer.ts';

/** Several people who write at the same time. */
export type Crowd = Readonly<{
  writers: readonly Writer[];
  tally: Tally;
  /** Lets all of them write; `stop` resolves when each has brought its last write to an end. */
  begin: () => Readonly<{ stop: () => Promise<void>; failed: Promise<never> }>;
  /** Fails unless every list is its writer's ledger. */
  compare: () => Promise<void>;
}>;

export async function signInCrowd(
  t: TestContext,
  { door, provider, count, seed }: { door: Door; provider: TestProvider; count: number; seed: number },
): Promise<Crowd> {
  const tally = makeTally();
  const writers = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const visitor = makeVisitor(door, provider, `writer-${index}@example.com`);
      t.after(visitor.close);
      await visitor.signIn();
      return makeWriter(visitor, makeChance(seed * 1000 + index), tally);
    }),
  );
  return {
    writers,
    tally,
    begin() {
      let stopped = false;
      const load = Promise.all(writers.map((writer) => writer.writeUntil(() => stopped)));
      // A writer that meets a wrong answer ends the proof at once, and not only when it is stopped.
      const failed = load.then(() => new Promise<never>(() => {}));
      failed.catch(() => undefined);
      return {
        failed,
        stop: async () => {
          stopped = true;
          await load;
        },
      };
    },
    async compare() {
      for (const writer of writers) await writer.compare();
    },
  };
}

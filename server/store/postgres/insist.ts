import { StoreError } from '../store.ts';

/** The result of an attempt that has to be repeated. */
export const again = Symbol('again');

/** The number of attempts of a write while other writes change the list of its owner. */
const mostAttempts = 5;

/** The first result of `work` that is not `again`. */
export async function insist<Result>(work: () => Promise<Result | typeof again>): Promise<Result> {
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const result = await work();
    if (result !== again) return result;
  }
  throw new StoreError(
    'unavailable',
    'The list of this person changed five times during one write',
  );
}

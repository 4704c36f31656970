import type { Outcome } from '../service/fault.ts';
import type { Keep } from '../state/keep.ts';

/** A sign-out that the service has to be told of, now or when it can be reached again. */
export type Leaving = {
  begin: () => void;
  isDue: () => boolean;
  /** Tells the service; false when that did not work and is still due. */
  finish: () => Promise<boolean>;
};

type Parts = {
  api: { signOut: () => Promise<Outcome<null>> };
  keep: Keep;
  /** One tab at a time: a late one must not sign out whoever has signed in since. */
  inTurn: (run: () => Promise<void>) => Promise<void>;
};

/** What is remembered is that a sign-out is due, and nothing of whose it is. */
export function createLeaving({ api, keep, inTurn }: Parts): Leaving {
  // Where storage is refused the page itself remembers.
  let isOwed = false;
  const isDue = () => isOwed || keep.read('sign-out') !== null;
  return {
    begin() {
      isOwed = true;
      keep.write('sign-out', 'due');
    },
    isDue,
    async finish() {
      await inTurn(async () => {
        // Another tab may have done it meanwhile.
        if (keep.read('sign-out') === null && !isOwed) return;
        const outcome = await api.signOut();
        if (outcome.kind !== 'ok') return;
        isOwed = false;
        keep.write('sign-out', null);
      });
      return !isDue();
    },
  };
}

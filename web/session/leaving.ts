import type { Outcome } from '../service/fault.ts';
import type { Keep } from '../device/keep.ts';

/** A sign-out that the service learns of now, or when it can be reached again. */
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

/** The device remembers that a sign-out is due, not whose it is. */
export function createLeaving({ api, keep, inTurn }: Parts): Leaving {
  // Used when the browser refuses storage.
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

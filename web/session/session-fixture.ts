import assert from 'node:assert/strict';

import type { CurrentUserResponse } from '../../contract/auth.ts';
import type { Outcome, Preloaded, PreloadedResponse } from '../service/api.ts';
import { storageInMemory } from '../device/storage-fixture.ts';
import { createSession } from './session.ts';

export const ada = { kind: 'ok', value: { email: 'ada@example.org' } } as const;
export const nobody = { kind: 'expired' } as const;
export const signedOut = { kind: 'ok', value: null } as const;

type Answer = Outcome<CurrentUserResponse> | Promise<Outcome<CurrentUserResponse>>;

/** For tests: a session that gets the responses in `me` and `signOut` in order, with its requests and callbacks. */
export function sessionWith(
  me: Answer[],
  storage = storageInMemory(),
  {
    preloaded,
    signOut = [],
    departed,
  }: {
    preloaded?: Preloaded;
    signOut?: Outcome<{ location: string } | null>[];
    /** The hash of the person who has signed out by the address of the service. */
    departed?: string;
  } = {},
) {
  const told: string[] = [];
  let departedHash = departed;
  const requests: string[] = [];
  const api = {
    me: (begun?: PreloadedResponse) => {
      requests.push(begun ? 'preloaded' : 'asked');
      return Promise.resolve(me.shift() ?? assert.fail('asked too often'));
    },
    signOut: () => Promise.resolve(signOut.shift() ?? assert.fail('told too often')),
  };
  const session = createSession({
    api,
    storage,
    departure: { read: () => departedHash, clear: () => (departedHash = undefined) },
    preloaded,
    onLeft: () => told.push('left'),
    onSignedOut: (onward) => told.push(onward ?? 'signed out'),
  });
  return { session, storage, told, requests, isDepartureKnown: () => departedHash !== undefined };
}

export const responsesHandled = () => new Promise((resolve) => setImmediate(resolve));

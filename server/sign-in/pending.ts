import type { FastifyReply, FastifyRequest } from 'fastify';
import * as Type from 'typebox';
import { Check } from 'typebox/value';

import { readCookies, setCookie } from '../request/cookie.ts';
import type { Cookie } from '../request/cookie.ts';
import type { OriginOf } from '../request/origin.ts';
import type { Companion } from '../session/companion.ts';
import type { Sealer } from '../session/seal.ts';

/** One sign-in attempt between login and callback, kept by the browser in a sealed cookie of its own. */
export type Pending = Readonly<Type.Static<typeof PendingShape>>;

export type PendingSignIns = Readonly<{
  /** Gives an attempt to the browser for 5 minutes; the oldest goes when there would be more than 5, and a few dead ones with it. */
  remember: (request: FastifyRequest, reply: FastifyReply, pending: Pending) => void;
  /**
   * Takes the attempt of the first state back, once: its cookie is expired whatever comes next, and those of four further
   * states with it. undefined: unknown, damaged or too old.
   */
  spend: (request: FastifyRequest, reply: FastifyReply, states: readonly string[]) => Pending | undefined;
}>;

type Parts = Readonly<{
  sealer: Sealer;
  companion: Pick<Companion, 'matches'>;
  originOf: OriginOf;
  nowMs: () => number;
}>;

const namePrefix = 'q_auth_';
const path = '/api/auth';
const lifetimeSeconds = 5 * 60;
const mostAttempts = 5;
/** More than a browser has of us; what a stranger adds, each of which costs a look at the seal, waits for the next answer. */
const mostLookedAt = 2 * mostAttempts;

const PendingShape = Type.Object({
  state: Type.String(),
  verifier: Type.String(),
  nonce: Type.String(),
  redirectUri: Type.String(),
  createdAtSeconds: Type.Integer(),
  companion: Type.Union([Type.String(), Type.Null()]),
});

/** The state cookies `q_auth_<state>`: nothing of an attempt is kept on the server. */
export function makePendingSignIns({ sealer, companion, originOf, nowMs }: Parts): PendingSignIns {
  function open(request: FastifyRequest, { name, value }: Cookie): Pending | undefined {
    const plain = sealer.open(value);
    const pending: unknown = plain === undefined ? undefined : JSON.parse(plain);
    if (!Check(PendingShape, pending) || name !== namePrefix + pending.state) return undefined;
    if (!companion.matches(request, pending.companion)) return undefined;
    return nowMs() / 1_000 - pending.createdAtSeconds < lifetimeSeconds ? pending : undefined;
  }

  const set = (request: FastifyRequest, reply: FastifyReply, cookie: Cookie, maxAgeSeconds: number) =>
    setCookie(reply, { ...cookie, path, maxAgeSeconds, secure: originOf(request).scheme === 'https' });

  return {
    remember(request, reply, pending) {
      // Browsers send the oldest first (RFC 6265, 5.4).
      const sent = readCookies(request, namePrefix)
        .slice(0, mostLookedAt)
        .map(({ name, value }) => ({
          name,
          bornAtSeconds: open(request, { name, value })?.createdAtSeconds ?? -Infinity,
        }));
      const surplus = sent
        .toSorted((a, b) => b.bornAtSeconds - a.bornAtSeconds)
        .filter(({ bornAtSeconds }, rank) => bornAtSeconds === -Infinity || rank >= mostAttempts - 1);
      for (const { name } of surplus) set(request, reply, { name, value: '' }, 0);
      const value = sealer.seal(JSON.stringify(pending));
      set(request, reply, { name: namePrefix + pending.state, value }, lifetimeSeconds);
    },
    spend(request, reply, states) {
      const [first = namePrefix, ...others] = [...new Set(states)]
        .slice(0, mostAttempts)
        .map((state) => namePrefix + state);
      const sent = readCookies(request, namePrefix);
      const known = new Set(sent.map(({ name }) => name));
      for (const name of [first, ...others]) if (known.has(name)) set(request, reply, { name, value: '' }, 0);
      return sent
        .filter(({ name }) => name === first)
        .slice(0, mostLookedAt)
        .map((cookie) => open(request, cookie))
        .find((pending) => pending !== undefined);
    },
  };
}

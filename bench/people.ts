import { createHash, randomBytes } from 'node:crypto';

import { loadConfig } from '../server/config.ts';
import { splitIntoCookies } from '../server/session/cookies.ts';
import { makeSealer, sealSession } from '../server/session/seal.ts';
import { beginSession, recordSignIn } from '../server/session/session.ts';
import { declaredTenant } from '../server/sign-in/providers.ts';

/** A number of successive people, each with the same number of tasks. */
export type Group = Readonly<{ count: number; tasksEach: number }>;

/** People by their numbers, which begin at 1. */
export type People = readonly number[];

export const emailOf = (person: number): string => `person-${person}@example.com`;

/** The numbers of the people of each group. */
export function numberPeople<Name extends string>(
  groups: Readonly<Record<Name, Group>>,
): (name: Name) => People {
  let next = 1;
  const people = new Map<string, People>();
  for (const [name, { count }] of Object.entries<Group>(groups)) {
    const first = next;
    people.set(
      name,
      Array.from({ length: count }, (_, index) => first + index),
    );
    next += count;
  }
  return (name) => people.get(name) ?? [];
}

/** The tokens of a person: together 3.8 KB, so that the session fills two cookies. */
export function tokensOf(person: number) {
  const claims = {
    sub: String(person),
    email: emailOf(person),
    email_verified: true,
    name: 'Ada Byron',
    filling: noise(600),
  };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const idToken = `${part({ alg: 'RS256' })}.${part(claims)}.${noise(256)}`;
  return { idToken, accessToken: noise(900), refreshToken: noise(900) };
}

/** Makes Cookie headers like those of the service's callback over https, with the code of the service. */
export function makeSessionSealer(env: Record<string, string>, packageFolder: string) {
  const { auth, session } = loadConfig({ env, packageFolder });
  const tenant = declaredTenant(auth);
  const sealer = makeSealer(
    session.secrets,
    ['session', tenant?.issuer, tenant?.clientId].join(' '),
  );
  return (person: number): string => {
    const companion = noise(32);
    const signIn = recordSignIn(Date.now(), 3600, session, {
      companion: createHash('sha256').update(companion).digest('base64url'),
      clientAuthentication: 'client_secret_basic',
    });
    const begun = beginSession(
      tokensOf(person),
      signIn,
      Math.floor(Date.now() / 1000),
      3600,
      session,
    );
    const cookies = splitIntoCookies(sealSession(sealer, begun).sealed);
    return [{ name: '__Host-q_companion', value: companion }, ...cookies]
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  };
}

function noise(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

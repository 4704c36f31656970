import { hash } from 'node:crypto';

import { longestKeptSeconds } from '../http/cookie.ts';
import type { Revocable, Session } from './session.ts';

/** Ends the sessions of this subject that began by `endedAtMs`. By `untilMs` their last cookie has expired. */
export type Revocation = Readonly<{ subject: string; endedAtMs: number; untilMs: number }>;

/** A revocation before it is written: the lifetime of the last cookie counts from the write. */
export type RevocationToWrite = Readonly<{
  subject: string;
  endedAtMs: number;
  longestCookieSeconds: number;
}>;

/** A session can be ended by its own id, and by the person's email if it has one. */
export function revocableOf({ signIn }: Session, email: string | undefined): Revocable {
  const own = hashOf('session', signIn.id);
  return { subjects: email === undefined ? [own] : [own, subjectOfEmail(email)], beganAtMs: signIn.atMs };
}

/** The hash under which the sessions of an email are ended. Without regard to case: another spelling must not keep a person signed in. */
export const subjectOfEmail = (email: string): string => hashOf('email', email.toLowerCase());

/** The only rule that decides whether a session is ended (pure). */
export const revokes = (revocation: Revocation, { beganAtMs }: Revocable): boolean =>
  beganAtMs <= revocation.endedAtMs;

/** The revocation for a sign-out. A process whose clock is ahead may have begun the session later than now. */
export function revocationOf(session: Session, nowMs: number): RevocationToWrite {
  const { id, atMs, longestCookieSeconds } = session.signIn;
  return { subject: hashOf('session', id), endedAtMs: Math.max(nowMs, atMs), longestCookieSeconds };
}

/**
 * Ends all sessions of an email that have begun by now, also the longest: no ID token is accepted for longer than a cookie
 * is kept. Every process refuses them within two seconds.
 */
export function revocationOfEmail(email: string, nowMs: number, extensionSeconds: number): Revocation {
  const revocation = { subject: subjectOfEmail(email), endedAtMs: nowMs };
  return revocationAt({ ...revocation, longestCookieSeconds: longestKeptSeconds + extensionSeconds }, nowMs);
}

/** Longer than a running renewal takes, and than clocks differ. */
const marginMs = 10 * 60 * 1000;

/**
 * The revocation when it is written now. A renewal reads the store before it sends its cookie, so no cookie is made after the
 * revocation is in the store, and the last one before lives for `longestCookieSeconds`.
 */
export function revocationAt(
  { subject, endedAtMs, longestCookieSeconds }: RevocationToWrite,
  nowMs: number,
): Revocation {
  return { subject, endedAtMs, untilMs: nowMs + longestCookieSeconds * 1000 + marginMs };
}

/** 128 bits in base64url. */
const hashOf = (kind: 'session' | 'email', text: string): string =>
  hash('sha256', `${kind} ${text}`, 'base64url').slice(0, 22);

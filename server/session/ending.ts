import { hash } from 'node:crypto';

import { longestKeptSeconds } from '../http/cookie.ts';
import type { Endable, Session } from './session.ts';

/** Ends the sessions of this subject that began by `endedAtMs`. By `untilMs` their last cookie has expired. */
export type Ending = Readonly<{ subject: string; endedAtMs: number; untilMs: number }>;

/** An ending before it is written: the lifetime of the last cookie counts from the write. */
export type EndingToWrite = Readonly<{ subject: string; endedAtMs: number; longestCookieSeconds: number }>;

/** A session can be ended by its own id, and by the person's email if it has one. */
export function endableOf({ signIn }: Session, email: string | undefined): Endable {
  const own = hashOf('session', signIn.id);
  return { subjects: email === undefined ? [own] : [own, subjectOfEmail(email)], beganAtMs: signIn.atMs };
}

/** The hash under which the sessions of an email are ended. Without regard to case: another spelling must not keep a person signed in. */
export const subjectOfEmail = (email: string): string => hashOf('email', email.toLowerCase());

/** The only rule that decides whether a session is ended (pure). */
export const endsSession = (ending: Ending, { beganAtMs }: Endable): boolean => beganAtMs <= ending.endedAtMs;

/** The ending for a sign-out. A process whose clock is ahead may have begun the session later than now. */
export function endingOf(session: Session, nowMs: number): EndingToWrite {
  const { id, atMs, longestCookieSeconds } = session.signIn;
  return { subject: hashOf('session', id), endedAtMs: Math.max(nowMs, atMs), longestCookieSeconds };
}

/**
 * Ends all sessions of an email that have begun by now, also the longest: no ID token is accepted for longer than a cookie
 * is kept. Every process refuses them within two seconds.
 */
export function endingOfEmail(email: string, nowMs: number, extensionSeconds: number): Ending {
  const ending = { subject: subjectOfEmail(email), endedAtMs: nowMs };
  return endingAt({ ...ending, longestCookieSeconds: longestKeptSeconds + extensionSeconds }, nowMs);
}

/** Longer than a running renewal takes, and than clocks differ. */
const marginMs = 10 * 60 * 1000;

/**
 * The ending when it is written now. A renewal reads the store before it sends its cookie, so no cookie is made after the
 * ending is in the store, and the last one before lives for `longestCookieSeconds`.
 */
export function endingAt({ subject, endedAtMs, longestCookieSeconds }: EndingToWrite, nowMs: number): Ending {
  return { subject, endedAtMs, untilMs: nowMs + longestCookieSeconds * 1000 + marginMs };
}

/** 128 bits in base64url. */
const hashOf = (kind: 'session' | 'email', text: string): string =>
  hash('sha256', `${kind} ${text}`, 'base64url').slice(0, 22);

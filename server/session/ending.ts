import { createHash } from 'node:crypto';

import type { Session } from './session.ts';

/** Sessions of this subject that began by `endedAtMs` are ended. By `untilMs` the last cookie of them has ended anyway. */
export type Ending = Readonly<{ subject: string; endedAtMs: number; untilMs: number }>;

/** What an ending is before it is written: the time of the last cookie counts from the writing. */
export type EndingToWrite = Readonly<{ subject: string; endedAtMs: number; longestCookieSeconds: number }>;

/** The hashes under which a session can be ended: its own, and that of its person when it has an email. */
export function subjectsOf(session: Session, email: string | undefined): readonly string[] {
  const own = hashOf('session', session.signIn.id);
  return email === undefined ? [own] : [own, subjectOfEmail(email)];
}

/** Without regard to case: whoever is meant must not stay signed in for the spelling. */
export const subjectOfEmail = (email: string): string => hashOf('email', email.toLowerCase());

/** The one rule of what is ended (pure). */
export const endsSession = (ending: Ending, { signIn }: Session): boolean => signIn.atMs <= ending.endedAtMs;

/** Signing out. Another process, whose clock is ahead, may have begun the session later than now. */
export function endingOf(session: Session, nowMs: number): EndingToWrite {
  const { id, atMs, longestCookieSeconds } = session.signIn;
  return { subject: hashOf('session', id), endedAtMs: Math.max(nowMs, atMs), longestCookieSeconds };
}

/** Longer than a renewal takes that was under way, and than clocks differ. */
const marginMs = 10 * 60 * 1000;

/**
 * The ending as it is written now. A renewal asks the store before its cookie leaves, so no cookie is made after the ending
 * can be found there, and the last one made before lives for `longestCookieSeconds`.
 */
export function endingAt({ subject, endedAtMs, longestCookieSeconds }: EndingToWrite, nowMs: number): Ending {
  return { subject, endedAtMs, untilMs: nowMs + longestCookieSeconds * 1000 + marginMs };
}

/** 128 bits in base64url. */
const hashOf = (kind: 'session' | 'email', text: string): string =>
  createHash('sha256').update(`${kind} ${text}`).digest('base64url').slice(0, 22);

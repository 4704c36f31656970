import type { Ending } from './ending.ts';
import { endingAt, subjectOfEmail } from './ending.ts';
import type { SharedEndings } from './known-endings.ts';

/** Longer than any session without a refresh token: an ID token is accepted for 400 days at most. */
const longestLifetimeSeconds = 400 * 24 * 60 * 60;

/**
 * Ends all sessions of an email, compared without regard to case, that have begun by now. Every process refuses them within
 * two seconds. Resolves when the ending is written.
 */
export async function endSessionsOf(
  email: string,
  shared: Pick<SharedEndings, 'noteEnding'>,
  nowMs: number,
  extensionSeconds: number,
): Promise<Ending> {
  const longestCookieSeconds = longestLifetimeSeconds + extensionSeconds;
  const ending = endingAt({ subject: subjectOfEmail(email), endedAtMs: nowMs, longestCookieSeconds }, nowMs);
  await shared.noteEnding(ending);
  return ending;
}

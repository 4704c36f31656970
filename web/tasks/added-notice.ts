import type { Whereabouts } from '../sync/whereabouts.ts';
import type { Words } from '../words/en.ts';

/** The notice of added rows; null for refused rows, which say so themselves. */
export function addedNotice(
  whereabouts: Whereabouts,
  added: string,
  subject: string,
  words: Words,
): string | null {
  switch (whereabouts) {
    case 'added':
      return added;
    case 'untilOnline':
      return words.offline.untilOnline(subject);
    case 'untilSignIn':
      return words.offline.untilSignIn(subject);
    case 'refused':
      return null;
  }
}

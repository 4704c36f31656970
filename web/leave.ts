import type { Desk } from './desk.ts';
import type { Session } from './sign-in/session.ts';
import type { Store } from './state/store.ts';
import type { Opened } from './ui/opened.ts';

type Parts = { session: Session; desk: Store<Desk | null, Desk | null>; opened: Opened };

/** Signs out, or first asks where that would take something along that is on this device only. */
export function askToLeave({ session, desk, opened }: Parts): void {
  const book = desk.get()?.book;
  book?.releaseAll();
  const { changes, drafts } = book ? book.unsaved() : { changes: 0, drafts: 0 };
  if (changes + drafts > 0) opened.dispatch('leave');
  else void session.leave();
}

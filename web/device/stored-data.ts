// All data that the page keeps in the browser, and when each is deleted. Only the session decides that (web/session/session.ts).

/**
 * The kinds of data of a person in `localStorage`, as `dueline.<kind>.<email>`; true for those that stay when the session ends by
 * itself. A sign-out deletes all of them.
 */
const staysAfterExpiry = {
  /** Words of a new task and of edits that are not saved (web/sync/drafts.ts). */
  drafts: true,
  /** New tasks whose words are not read yet (web/sync/submitted.ts). */
  submitted: true,
  /** Changes that the service does not have yet (web/sync/unsent.ts). */
  unsent: true,
  /** Saved filters (web/view/saved-filters.ts). */
  filters: true,
  /** Whether the overdue tasks are open, on one day (web/view/folds.ts). */
  overdue: false,
  /** The keys of tasks in the order in which they were finished here (web/view/finished.ts). */
  finished: false,
  /** The number of tasks, and when the service last accepted a change (web/sync/read-list.ts). */
  count: false,
  wrote: false,
  /** The hash of the email, for the first requests of the next page (web/first.js). */
  'expected-user': false,
} as const;

type PersonDataKind = keyof typeof staysAfterExpiry;

export const personKey = (kind: PersonDataKind, owner: string): string => `${kind}.${owner}`;

export const kindsAfterExpiry: readonly string[] = Object.entries(staysAfterExpiry).flatMap(
  ([kind, stays]) => (stays ? kind : []),
);

/**
 * The data of the device in `localStorage`. The last person's email goes with the sign-out, which is due until the service has
 * confirmed it. The settings, each under its own name, always stay (settings.ts).
 */
export const lastEmailKey = 'session';
export const dueSignOutKey = 'sign-out';

// Elsewhere: the last list and the handover, deleted at the end of every session (web/sync/person-cache.ts); the files of the page
// (web/sync/worker/worker.ts); in `sessionStorage`, until the tab is closed, the task of a link (web/quick-add/add-link.ts)
// and the view of an address (web/view/view-after-sign-in.ts) during a sign-in.

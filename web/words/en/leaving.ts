import { countIn } from '../language.ts';

const count = countIn('en');

/** The question before a sign-out. */
export const leaving = {
  text: 'Signing out deletes what is on this device only:',
  changes: (n: number) => count(n, 'unsaved change', 'unsaved changes'),
  drafts: (n: number) => count(n, 'draft', 'drafts'),
  filters: (n: number) => count(n, 'saved filter', 'saved filters'),
  stay: 'Stay signed in',
  discard: 'Discard and sign out',
};

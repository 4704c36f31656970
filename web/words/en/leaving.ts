import { countIn } from '../count.ts';

const count = countIn('en');

/** What is asked before a sign-out. */
export const leaving = {
  text: 'This is on this device only, and signing out removes it:',
  changes: (n: number) => count(n, 'unsaved change', 'unsaved changes'),
  drafts: (n: number) => count(n, 'draft', 'drafts'),
  stay: 'Stay signed in',
  discard: 'Discard and sign out',
};

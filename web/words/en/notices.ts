import { countIn } from '../count.ts';

const count = countIn('en');

export const toast = {
  title: 'Notices',
  deleted: (description: string) => `Deleted: ${description}`,
  undo: 'Undo',
  restored: (description: string) => `Restored: ${description}`,
  draftRestored: 'Your draft is back where you left it.',
  dismiss: 'Dismiss',
};

export const offer = {
  title: (n: number) => `${count(n, 'change was', 'changes were')} not saved last time`,
  save: 'Save now',
  discard: 'Discard',
};

export const offline = {
  copy: (time: string) => `No connection. This is the copy of ${time}.`,
  writes: 'Changes wait here until it is back.',
};

import { countIn } from '../count.ts';

const count = countIn('en');

export const toast = {
  title: 'Notices',
  deleted: (description: string) => `Deleted: ${description}`,
  undo: 'Undo',
  restored: (description: string) => `Restored: ${description}`,
  draftRestored: 'Your draft is back where you left it.',
  dismiss: 'Dismiss',
  deletedAll: (n: number) => `${count(n, 'task', 'tasks')} deleted`,
  undone: 'Undone',
  undoneAll: (n: number) => `${count(n, 'change', 'changes')} undone`,
  nothingToUndo: 'There is nothing to undo.',
  tooLate: 'This can no longer be undone: the task is gone.',
};

export const offline = {
  copy: (time: string) => `No connection. This is the copy of ${time}.`,
  writes: 'Changes wait here until it is back.',
  unkept: 'Leave this page open until it is back: this device cannot keep your changes.',
  full: 'As many changes wait here as this device can keep. More can be made when the connection is back.',
  readOnly: 'Nothing can be changed until the page is reloaded.',
  newVersion: 'There is a newer version of this page.',
  update: 'Reload to update',
};

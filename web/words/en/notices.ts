import { countEnglish as count } from '../language.ts';

export const toast = {
  title: 'Notifications',
  deleted: (description: string) => `Deleted: ${description}`,
  undo: 'Undo',
  restored: (description: string) => `Restored: ${description}`,
  draftRestored: 'Your unsaved text is still here.',
  movedTo: (day: string) => `Moved to ${day}`,
  dismiss: 'Dismiss',
  deletedAll: (n: number) => `${count(n, 'task', 'tasks')} deleted`,
  undone: 'Undone',
  undoneAll: (n: number) => `${count(n, 'change', 'changes')} undone`,
  nothingToUndo: 'Nothing to undo.',
  redone: 'Redone',
  nothingToRedo: 'Nothing to redo.',
  tooLate: 'Too late to undo: the task has been deleted.',
};

export const offline = {
  copy: (time: string) => `Offline. Showing the list from ${time}.`,
  writes: 'Changes wait here until you are online again.',
  unkept: 'Keep this page open until you are online again: this device cannot store your changes.',
  untilOnline: (what: string) => `Kept on this device until you are online: ${what}`,
  untilSignIn: (what: string) => `Kept on this device until you sign in: ${what}`,
  full: 'No room for more offline changes. Reconnect to continue.',
  readOnly: 'Reload the page to make changes.',
  partMissing: 'A part of this page could not be loaded. Reload the page: your text is kept.',
  newVersion: 'A new version of this page is available.',
  update: 'Reload to update',
};

/** Changes that are being sent, failed changes, and conflicts. */
export const queue = {
  underWay: (n: number) => `Saving ${count(n, 'change', 'changes')}`,
  refused: (n: number) => `${count(n, 'change', 'changes')} could not be saved.`,
  undecided: (n: number) => `${count(n, 'change needs', 'changes need')} your decision.`,
  show: 'Show',
  retryAll: 'Retry all',
};

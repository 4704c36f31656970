import type { FieldFaultCode } from '../../contract/problem.ts';

const plural = new Intl.PluralRules('en');
const count = (n: number, one: string, other: string) => `${n} ${plural.select(n) === 'one' ? one : other}`;

const faults: Record<FieldFaultCode, string> = {
  required: 'This is needed.',
  type: 'This is not the right kind of value.',
  blank: 'Write what is to be done.',
  too_long: 'At most 255 characters.',
  not_well_formed: 'There is a character here that cannot be stored.',
  not_a_date: 'Choose a date.',
  in_the_past: 'A new task cannot be due in the past.',
  not_allowed: 'Choose one of the given values.',
};

/** Every text a person sees or hears. Another language is one more object of this type. */
export const en = {
  name: 'Dueline',
  retry: 'Try again',
  reload: 'Reload',
  close: 'Close',
  cancel: 'Cancel',
  signIn: {
    title: 'Sign in',
    sentence: 'Tasks kept like a day-book: one line each, under its date.',
    continueWith: (label: string) => `Continue with ${label}`,
    ended: {
      title: 'Your session has ended',
      text: 'Sign in again to go on. What you had typed or changed is kept on this device.',
    },
    cancelled: {
      title: 'Sign-in was cancelled',
      text: 'Nothing was changed. You can try again whenever you like.',
    },
    failed: {
      title: 'Sign-in did not work',
      text: 'The provider’s answer could not be used. Please try once more.',
    },
    notConfigured: {
      title: 'Sign-in is not configured',
      text: 'Whoever runs this service has to give the profile’s provider a client id and a client secret, and switch authentication on.',
    },
    unreachable: {
      title: 'The sign-in options did not arrive',
      text: 'The service could not be reached or did not answer properly.',
    },
    asking: 'Looking up the sign-in options',
  },
  refused: {
    email_missing: {
      title: 'Your account gave no email address',
      text: 'Tasks belong to an email address. Let the provider share yours, then sign in again.',
    },
    email_invalid: {
      title: 'Your account’s email address cannot be used',
      text: 'It is not a complete address, or it is too long. Change it at the provider, then sign in again.',
    },
    email_unverified: {
      title: 'Your email address is not verified',
      text: 'Confirm it at the provider, then sign in again.',
    },
    other: { title: 'This account may not use the service', text: 'Sign out and choose another account.' },
  },
  account: {
    menu: (name: string) => `Account of ${name}`,
    signOut: 'Sign out',
    theme: 'Appearance',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
  },
  fields: {
    description: 'Task',
    dueDate: 'Due date',
    importance: 'Importance',
    state: 'State',
    importances: { LOW: 'Low', MEDIUM: 'Medium', HIGH: 'High' },
    states: { TODO: 'To do', WORKING: 'Working', DONE: 'Done' },
    faults,
    left: (n: number) =>
      n < 0
        ? count(-n, 'character too many', 'characters too many')
        : count(n, 'character left', 'characters left'),
  },
  add: {
    title: 'Add a task',
    placeholder: 'What is to be done?',
    button: 'Add',
    added: (description: string) => `Added: ${description}`,
  },
  list: {
    title: 'Tasks',
    groups: { overdue: 'Overdue', today: 'Today', tomorrow: 'Tomorrow', week: 'This week', done: 'Done' },
    counted: (n: number) => count(n, 'task', 'tasks'),
    open: (n: number) => `${n} open`,
    clear: (next: string, day: string) => `Nothing left for today. Next: ${next}, ${day}`,
    late: (days: number) => count(days, 'day late', 'days late'),
    loading: 'Loading your tasks',
    empty: { title: 'A clean page', text: 'Write the first line above, or begin with one of these:' },
    examples: ['Water the plants', 'Book the dentist', 'Call home'],
    allDone: 'All done.',
    edit: (description: string) => `Edit: ${description}`,
    more: (description: string) => `More for: ${description}`,
    finish: (description: string) => `Mark done: ${description}`,
    reopen: (description: string) => `Mark to do: ${description}`,
    nowDone: (description: string) => `Done: ${description}`,
    nowState: (state: string, description: string) => `${state}: ${description}`,
  },
  row: {
    saving: 'Saving',
    waiting: 'Waiting for the connection',
    failed: 'Not saved',
    refused: (detail: string) => `The service refused this: ${detail}`,
    broken: 'The service failed to save this.',
    unclear: 'The service answered in a form this page does not know.',
    gone: 'This task was deleted elsewhere.',
    createAgain: 'Create it again',
    retry: 'Retry',
    discard: 'Discard',
    mend: 'Edit',
    draft: 'Unsaved draft',
  },
  editor: { title: 'Edit task', save: 'Save', remove: 'Delete', discardDraft: 'Discard draft' },
  menu: { edit: 'Edit', remove: 'Delete' },
  toast: {
    title: 'Notices',
    deleted: (description: string) => `Deleted: ${description}`,
    undo: 'Undo',
    restored: (description: string) => `Restored: ${description}`,
    draftRestored: 'Your draft is back where you left it.',
    dismiss: 'Dismiss',
  },
  offer: {
    title: (n: number) => `${count(n, 'change was', 'changes were')} not saved last time`,
    save: 'Save now',
    discard: 'Discard',
  },
  offline: {
    copy: (time: string) => `No connection. This is the copy of ${time}.`,
    writes: 'Changes wait here until it is back.',
  },
  fault: {
    offline: { title: 'The service cannot be reached', text: 'Check the connection, then try again.' },
    refused: {
      title: 'The service could not answer',
      text: 'This is no fault of yours. Try again in a moment.',
    },
    mismatch: {
      title: 'The server answered in a form this page does not know',
      text: 'The page may be older than the service. Reload it; what you see stays readable.',
    },
    details: (request: string, schema: string, path: string) => `${request} is not a ${schema} at ${path}`,
    requestId: (id: string) => `Request ${id}`,
  },
  crash: {
    title: 'This page has stopped',
    text: 'Your drafts are kept. Reload to go on; if it happens again, copy the diagnostics and send them to whoever runs this service.',
    copy: 'Copy diagnostics',
    copied: 'Copied',
  },
};

export type Words = typeof en;

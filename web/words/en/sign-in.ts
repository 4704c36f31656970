import { countEnglish as count } from '../language.ts';

export const signIn = {
  title: 'Sign in',
  sentence: 'Your tasks, each under the day when it is due.',
  continueWith: (label: string) => `Continue with ${label}`,
  at: (host: string) => `You sign in at ${host}. Dueline does not see your password.`,
  here: 'This sign-in runs on this machine, for trying Dueline out.',
  ended: {
    title: 'Your session has ended',
    text: 'Sign in again to continue. What you typed or changed is kept on this device.',
  },
  cancelled: {
    title: 'Sign-in was cancelled',
    text: 'Nothing was changed. You can try again whenever you like.',
  },
  failed: {
    title: 'Sign-in did not work',
    text: 'It took too long, or the provider’s response could not be used. Please try again.',
  },
  later: {
    title: 'Sign-in is not possible just now',
    text: 'The provider has changed its keys and does not show the new one yet. Please try again in a moment.',
  },
  notConfigured: {
    title: 'Sign-in is not configured',
    text: 'The operator of this service has to set a client id and a client secret for the profile’s provider, and switch authentication on.',
  },
  unreachable: {
    title: 'The sign-in options could not be loaded',
    text: 'The service could not be reached or did not respond properly.',
  },
  asking: 'Loading the sign-in options',
};

export const account = {
  menu: (name: string) => `Account of ${name}`,
  signOut: 'Sign out',
  settings: 'Settings',
  language: 'Language',
  exchange: 'Export and import',
  isHereNow: (name: string) => `${name} is signed in here now.`,
  leaving: {
    title: 'You are signed out on this device',
    text: 'None of your data is left here. The service could not be reached; it is told as soon as possible, before anyone signs in again.',
  },
};

/** The question before a sign-out. */
export const leaving = {
  text: 'Signing out deletes what is on this device only:',
  changes: (n: number) => count(n, 'unsaved change', 'unsaved changes'),
  drafts: (n: number) => count(n, 'draft', 'drafts'),
  filters: (n: number) => count(n, 'saved filter', 'saved filters'),
  stay: 'Stay signed in',
  discard: 'Discard and sign out',
};

/** Shown while the provider does not renew the session. */
export const unrenewed = {
  title: 'Your sign-in cannot be renewed',
  text: 'The provider is not renewing it at the moment. Sign in again, or wait and try again.',
  kept: 'You can still read your tasks, and changes wait here.',
  signIn: 'Sign in again',
};

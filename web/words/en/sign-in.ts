export const signIn = {
  title: 'Sign in',
  sentence: 'Your tasks, each under the day when it is due.',
  continueWith: (label: string) => `Continue with ${label}`,
  at: (host: string) => `You sign in at ${host}. Dueline does not see your password.`,
  here: 'This sign-in runs on this machine, for trying Dueline out.',
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
    text: 'Nothing of yours is left here. The service could not be reached; it is told as soon as it can be, before anybody signs in again.',
  },
};

export const signIn = {
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
};

export const refused = {
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
  email_not_allowed: {
    title: 'This email address may not use this service',
    text: 'Whoever runs it decides which addresses may. Sign out and choose another account, or ask them for access.',
  },
  other: { title: 'This account may not use the service', text: 'Sign out and choose another account.' },
};

export const account = {
  menu: (name: string) => `Account of ${name}`,
  signOut: 'Sign out',
  exchange: 'Export and import',
};

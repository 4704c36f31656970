/** Shown while the provider does not renew the session. */
export const unrenewed = {
  title: 'Your sign-in cannot be renewed',
  text: 'The provider is not renewing it at the moment. Sign in again, or wait and try again.',
  kept: 'You can still read your tasks, and changes wait here.',
  signIn: 'Sign in again',
};

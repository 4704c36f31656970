/** Where the provider does not renew a sign-in. */
export const unrenewed = {
  title: 'Your sign-in cannot be renewed',
  text: 'The provider is not renewing it at the moment. Sign in again, or wait and try again.',
  kept: 'You can still read your tasks, and changes wait here.',
  signIn: 'Sign in again',
};

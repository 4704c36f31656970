/** Where the provider does not renew a sign-in. */
export const unrenewed = {
  title: 'Your sign-in cannot be renewed',
  text: 'The provider does not renew it at the moment. Sign in again, or wait and try again.',
  kept: 'What you see stays readable, and what you write waits here.',
  signIn: 'Sign in again',
};

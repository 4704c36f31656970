/** The reasons for which an account is refused. */
export const refused = {
  email_missing: {
    title: 'Your account did not share an email address',
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
    title: 'This email address is not allowed here',
    text: 'The operator of this service decides which addresses may use it. Sign out and choose another account, or ask for access.',
  },
  group_not_allowed: {
    title: 'This account is in no group that may use this service',
    text: 'The operator decides which groups may. Ask to join one, or sign out and choose another account.',
  },
  email_blocked: {
    title: 'This email address is blocked',
    text: 'The operator of this service has blocked it. Your tasks are kept. Sign out and choose another account, or ask the operator.',
  },
  other: {
    title: 'This account is not allowed here',
    text: 'Sign out and choose another account.',
  },
};

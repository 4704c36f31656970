import type { Browser } from '../browser.ts';

export const grace = { sub: 'grace', email: 'grace@example.com', name: 'Grace Murray' };

/** The names of the cookies of sign-ins under way. */
export const pendingNames = ({ cookies }: Browser) =>
  [...cookies.keys()].filter((name) => name.startsWith('q_auth_'));

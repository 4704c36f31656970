import type { Session } from './session.ts';

/** How often a service that could not be told of a sign-out is tried again. */
const tryAgainMs = 10_000;

/**
 * Follows what becomes of the sign-in elsewhere: in other tabs, and while the browser keeps this page aside. A page that
 * comes back from there is out of sight until it is known who is there now.
 */
export function watchSession(session: Session): void {
  const look = () => void session.look();
  addEventListener('storage', look);
  for (const name of ['online', 'focus']) addEventListener(name, look);
  setInterval(() => session.who.get().kind === 'leaving' && look(), tryAgainMs);
  const { dataset } = document.documentElement;
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) dataset['aside'] = '';
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void session.comeBack().finally(() => delete dataset['aside']);
  });
}

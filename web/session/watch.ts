import type { Session } from './session.ts';

/** How often the page tries again to tell the service of a sign-out. */
const tryAgainMs = 10_000;

/**
 * Notices sign-ins and sign-outs in other tabs, and while the page is in the back-forward cache. A page that comes back from
 * there is hidden until it is known who is signed in.
 */
export function watchSession(session: Session): void {
  const look = () => void session.look();
  addEventListener('storage', look);
  for (const name of ['online', 'focus']) addEventListener(name, look);
  setInterval(() => session.who.value.kind === 'leaving' && look(), tryAgainMs);
  const { dataset } = document.documentElement;
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) dataset['aside'] = '';
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void session.comeBack().finally(() => delete dataset['aside']);
  });
}

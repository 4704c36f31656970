import type { Page } from './page.ts';
import { html } from './page.ts';
import type { Person } from './people.ts';

/** The page that shows who is signed in at the provider in this browser, with a button to sign out (pure). */
export function accountPage(person: Person | undefined, serviceHref: string): Page {
  const account =
    person === undefined
      ? html`<h1>Nobody is signed in here</h1>
          <p>The next sign-in at Dueline asks who you are.</p>`
      : html`<h1>Signed in here as ${person.name ?? person.email}</h1>
          <p class="email">${person.email}</p>
          <p>
            Signing out at Dueline does not sign you out here, so signing in again asks nothing. To be someone
            else there, sign out here first.
          </p>
          <form method="post" action="/account/sign-out">
            <button class="primary">Sign out at the provider</button>
          </form>`;
  return { title: 'Local provider', main: html`${account} <a href="${serviceHref}">Go to Dueline</a>` };
}

import type { Page } from './page.ts';
import { html } from './page.ts';
import type { Person } from './people.ts';

/** The page that shows who is signed in at the provider in this browser, with a button to sign out (pure). */
export function accountPage(person: Person | undefined, serviceHref: string): Page {
  return {
    title: 'Local provider',
    body: html`<main>
      <h1>
        ${person === undefined ? 'Nobody is signed in here' : html`Signed in here as ${person.name ?? person.email}`}
      </h1>
      ${
        person === undefined
          ? html`<p>The next sign-in at Dueline asks who you are.</p>`
          : html`<p class="email">${person.email}</p>
              <p>
                Signing out at Dueline leaves this standing, so that signing in again asks nothing. To be
                someone else there, sign out here first.
              </p>
              <form method="post" action="/account/sign-out">
                <button class="primary">Sign out at the provider</button>
              </form>`
      }
      <p><a href="${serviceHref}">Go to Dueline</a></p>
    </main>`,
  };
}

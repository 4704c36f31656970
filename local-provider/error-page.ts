import type { Page } from './page.ts';
import { html } from './page.ts';

const known: Readonly<Record<string, string>> = {
  invalid_client: 'The service that sent you here is not known to this provider.',
  invalid_redirect_uri: 'The service asked to come back to an address that is not its own.',
  not_found: 'There is no such page here.',
  foreign_form: 'That form was not one of this provider.',
  wrong_host: 'This address is not the provider’s own.',
  session_not_found: 'This sign-in has ended or was opened in another browser.',
};

/** The page for a failed request that cannot be redirected to the service. */
export function errorPage(code: string, detail?: string): Page {
  return {
    title: 'Sign-in failed at the local provider',
    main: html`<h1>That did not work</h1>
      <p>${known[code] ?? 'The provider could not do what it was asked.'}</p>
      <p>Go back to the service and sign in again.</p>
      <p class="fine">${detail === undefined ? code : `${code}: ${detail}`}</p>`,
  };
}

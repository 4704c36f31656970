import type { Provider } from 'oidc-provider';

import type { Config } from '../server/config.ts';
import { escapeHtml, makePage } from '../server/http/page.ts';
import type { Person } from './records.ts';

export type Context = ReturnType<Provider['createContext']>;

type Page = Readonly<{ title: string; numeral?: string; main: string }>;

/** Responds with a page. `formTarget`: another origin to which the response to its forms may redirect. */
export function showPage(context: Context, status: number, page: Page, formTarget = ''): void {
  const { title, numeral = '', main } = page;
  // Chromium checks every redirect after a form against this list.
  const formAction = `'self' ${formTarget}`.trimEnd();
  const made = makePage({ title, numeral, main: main + notice, style, formAction });
  context.status = status;
  context.set({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': made.contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    // Not no-referrer: a form would then arrive with `Origin: null`.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  });
  context.body = made.html;
}

type Shown = Readonly<{ email: string; name?: string; fault?: string | undefined }>;

/** The sign-in page, with the typed values and the fault of the email, if any. */
export const signInPage = (
  users: Config['localProvider']['users'],
  { email, name = '', fault }: Shown,
): Page => ({
  title: `${fault === undefined ? '' : 'Not yet: '}Sign in at the local provider`,
  numeral: String(new Date().getDate()),
  main: `<h1>Who are you today?</h1>
<p>Sign in to Dueline as one of these people, or as anyone you like.</p>
${users.length === 0 ? '' : `<form method="post"><ul>${users.map(offer).join('')}</ul></form>`}
<form method="post" novalidate>
<h2>Someone else</h2>
<label for="email">Email</label>
<input id="email" name="email" value="${escapeHtml(email)}" type="email" autocomplete="email" autocapitalize="none"
spellcheck="false" required ${fault === undefined ? '' : 'aria-invalid="true" aria-describedby="email-fault" autofocus'}>
${fault === undefined ? '' : `<p class="fault" id="email-fault">${escapeHtml(fault)}</p>`}
<label for="name">Name <span class="hint">optional</span></label>
<input id="name" name="name" value="${escapeHtml(name)}" maxlength="255" autocomplete="name">
<p><button class="primary">Sign in</button></p>
</form>
<form method="post"><button class="cancel" name="cancel" value="yes">Cancel and go back</button></form>`,
});

function offer({ email, name }: Person): string {
  const shown = name ?? email;
  const initials = shown.match(/(?<!\S)\S/gu) ?? [];
  const ends = `${initials[0] ?? ''}${initials.slice(1).at(-1) ?? ''}`.toUpperCase();
  return `<li><button name="person" value="${escapeHtml(email)}">
<span class="initials" aria-hidden="true">${escapeHtml(ends)}</span>
<span><span class="name">${escapeHtml(shown)}</span> <span class="email">${escapeHtml(email)}</span></span>
</button></li>`;
}

/** The page that shows who is signed in at the provider in this browser, with a button to sign out. */
export function accountPage(person: Person | undefined, serviceHref: string): Page {
  const account = person
    ? `<h1>Signed in here as ${escapeHtml(person.name ?? person.email)}</h1>
<p class="email">${escapeHtml(person.email)}</p>
<p>Signing out at Dueline does not sign you out here, so signing in again asks nothing.
To be someone else there, sign out here first.</p>
<form method="post"><button class="primary">Sign out at the provider</button></form>`
    : `<h1>Nobody is signed in here</h1>
<p>The next sign-in at Dueline asks who you are.</p>`;
  return { title: 'Local provider', main: `${account} <a href="${serviceHref}">Go to Dueline</a>` };
}

const known: Readonly<Record<string, string>> = {
  invalid_client: 'The service that sent you here is not known to this provider.',
  invalid_redirect_uri: 'The service asked to come back to an address that is not its own.',
  not_found: 'There is no such page here.',
  foreign_form: 'That form was not one of this provider.',
  wrong_host: 'This address is not the provider’s own.',
  session_not_found: 'This sign-in has ended or was opened in another browser.',
};

/** The page for a failed request that cannot be redirected to the service. */
export const errorPage = (code: string, detail?: string): Page => ({
  title: 'Sign-in failed at the local provider',
  main: `<h1>That did not work</h1>
<p>${known[code] ?? 'The provider could not do what it was asked.'}</p>
<p>Go back to the service and sign in again.</p>
<p class="fine">${escapeHtml(detail === undefined ? code : `${code}: ${detail}`)}</p>`,
});

const notice = `<p class="notice">
<strong>A local provider, for this machine only.</strong> It asks for no password: anyone who opens this
page can sign in as anybody. It answers at loopback addresses and refuses to run in production.</p>`;

const style = `
:root {
  --edge: light-dark(oklch(0.6 0.02 250), oklch(0.58 0.02 255));
  --late: light-dark(oklch(0.49 0.17 28), oklch(0.75 0.13 30));
}
main { max-width: 448px; overflow-wrap: anywhere; }
.email, .hint, .fine, .fault, .notice { color: var(--second); font-size: 13px; line-height: 20px; }
.notice { margin-top: 40px; padding-top: 16px; border-top: 3px double var(--line); }
ul { margin: 24px 0 32px; padding: 0; list-style: none; border-top: 1px solid var(--line); }
li { border-bottom: 1px solid var(--line); }
button, input { min-height: 44px; border-radius: 2px; font: inherit; color: inherit; }
button { cursor: pointer; border: 0; background: none; }
li button { display: flex; align-items: center; gap: 16px; width: 100%; padding: 12px 8px; text-align: start; }
li button:hover { background: var(--raised); }
.initials {
  flex: none; width: 36px; height: 36px; border: 1px solid var(--edge); border-radius: 50%;
  font-size: 13px; line-height: 34px; text-align: center;
}
.name, .email { display: block; }
.name, label { font-weight: 600; }
label { display: block; margin: 16px 0 4px; font-size: 13px; }
.hint { font-weight: 400; }
input { width: 100%; padding: 0 12px; border: 1px solid var(--edge); background: var(--raised); }
input[aria-invalid] { border-color: var(--late); }
.fault { margin: 4px 0 0; color: var(--late); }
form p { margin: 24px 0 0; }
.primary {
  padding: 0 20px; border: 1px solid var(--accent); background: var(--accent); color: var(--paper); font-weight: 600;
}
.cancel { margin-top: 8px; padding: 0; color: var(--accent); text-decoration: underline; }
`;

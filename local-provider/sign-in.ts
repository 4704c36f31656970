import { text } from 'node:stream/consumers';

import type { Provider } from 'oidc-provider';
import { SessionNotFound } from 'oidc-provider/lib/helpers/errors.js';

import { isEmail } from '../server/config/values.ts';
import { escapeHtml, makePage } from '../server/http/page.ts';
import { accountPath } from './provider.ts';
import type { Person, PersonOf } from './records.ts';
import { accountIdOf } from './records.ts';

export type ProviderLog = Readonly<{ error: (details: object, message: string) => void }>;

type Context = ReturnType<Provider['createContext']>;

type Parts = Readonly<{
  users: readonly Person[];
  personOf: PersonOf;
  serviceHref: string;
  log: ProviderLog;
}>;

/**
 * Adds the pages: the sign-in page, and the account page with the person who is signed in and a button to sign out. Koa sends
 * the message of a refusal as plain text, and writes an unexpected error to standard error.
 */
export function addPages(provider: Provider, { users, personOf, serviceHref, log }: Parts): void {
  provider.on('server_error', (_context, error) =>
    log.error({ err: error }, 'local provider: failed'),
  );
  provider.use(async (context, next) => {
    const { issuer } = provider;
    const { origin = issuer, 'sec-fetch-site': site = 'same-origin' } = context.headers;
    if (`http://${context.host}` !== issuer)
      context.throw(421, `This provider answers at ${issuer} only`);
    // A page of another origin must not sign anyone in or out here. Only browsers send these headers.
    if (context.method === 'POST' && (origin !== issuer || site !== 'same-origin'))
      context.throw(403, 'That form was not one of this provider');
    if (context.path === '/') return context.redirect(accountPath);
    if (context.path === accountPath) return account(context);
    if (context.path.startsWith(`${accountPath}/sign-in/`)) return signIn(context);
    return void (await next());
  });

  async function signIn(context: Context): Promise<void> {
    const { params } = await provider
      .interactionDetails(context.req, context.res)
      .catch((error: unknown) => {
        if (!(error instanceof SessionNotFound)) throw error;
        context.throw(
          400,
          'This sign-in has ended or was opened in another browser: go back to the service',
        );
      });
    if (context.method !== 'POST')
      return showPage(context, signInPage(users), formTargetOf(params));
    const form = new URLSearchParams(await text(context.req));
    const [email = '', name = ''] = ['email', 'name'].map((field) => form.get(field)?.trim());
    const isCancelled = form.has('cancel');
    // Browsers check the email field before they send the form.
    if (!isCancelled && !(email.length <= 254 && isEmail(email)))
      context.throw(422, 'This is not an email address: go back');
    const result = isCancelled
      ? { error: 'access_denied', error_description: 'The person went back without signing in' }
      : { login: { accountId: accountIdOf(email, name) } };
    context.redirect(await provider.interactionResult(context.req, context.res, result));
    context.status = 303;
  }

  async function account(context: Context): Promise<void> {
    const session = await provider.Session.get(context);
    if (context.method === 'POST') {
      await session.destroy();
      context.cookies.set(provider.cookieName('session'), null, { path: accountPath });
      return context.redirect(accountPath);
    }
    const person = session.accountId === undefined ? undefined : personOf(session.accountId);
    showPage(context, accountPage(person, serviceHref));
  }
}

/** The origin of the redirect for the content security policy, which cannot contain an IPv6 address. */
function formTargetOf({ redirect_uri: uri }: Readonly<Record<string, unknown>>): string {
  const { origin, hostname } = new URL(String(uri));
  if (hostname.startsWith('[')) return 'http:';
  return origin;
}

type Page = Readonly<{ title: string; numeral?: string; main: string }>;

/** Responds with a page. `formTarget`: another origin to which the response to its forms may redirect. */
function showPage(context: Context, { title, numeral = '', main }: Page, formTarget = ''): void {
  // Chromium checks every redirect after a form against this list.
  const formAction = `'self' ${formTarget}`.trimEnd();
  const made = makePage({ title, numeral, main: main + notice, style, formAction });
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

const signInPage = (users: readonly Person[]): Page => ({
  title: 'Sign in at the local provider',
  numeral: String(new Date().getDate()),
  main: `<h1>Who are you today?</h1>
<p>Sign in to Dueline as one of these people, or as anyone you like.</p>
<form method="post"><ul>${users.map(offer).join('')}</ul></form>
<form method="post">
<h2>Someone else</h2>
<label for="email">Email</label>
<input id="email" name="email" type="email" maxlength="254" autocomplete="email" spellcheck="false" required>
<label for="name">Name <span class="hint">optional</span></label>
<input id="name" name="name" maxlength="255" autocomplete="name">
<p><button class="primary">Sign in</button></p>
</form>
<form method="post"><button class="cancel" name="cancel" value="yes">Cancel and go back</button></form>`,
});

const offer = ({
  email,
  name,
}: Person): string => `<li><button name="email" value="${escapeHtml(email)}">
<span class="name">${escapeHtml(name ?? email)}</span> <span class="email">${escapeHtml(email)}</span>
</button></li>`;

/** The page with the person who is signed in at the provider in this browser, and a button to sign out. */
function accountPage(person: Person | undefined, serviceHref: string): Page {
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

const notice = `<p class="notice">
<strong>A local provider, for this machine only.</strong> It asks for no password: anyone who opens this
page can sign in as anybody. It answers at loopback addresses and refuses to run in production.</p>`;

const style = `
:root { --edge: light-dark(oklch(0.6 0.02 250), oklch(0.58 0.02 255)); }
main { max-width: 448px; overflow-wrap: anywhere; }
.email, .hint, .notice { color: var(--second); font-size: 13px; line-height: 20px; }
.notice { margin-top: 40px; padding-top: 16px; border-top: 3px double var(--line); }
ul { margin: 24px 0 32px; padding: 0; list-style: none; border-top: 1px solid var(--line); }
li { border-bottom: 1px solid var(--line); }
button, input { min-height: 44px; border-radius: 2px; font: inherit; color: inherit; }
button { cursor: pointer; border: 0; background: none; }
li button { width: 100%; padding: 12px 8px; text-align: start; }
li button:hover { background: var(--raised); }
.name, .email { display: block; }
.name, label { font-weight: 600; }
label { display: block; margin: 16px 0 4px; font-size: 13px; }
.hint { font-weight: 400; }
input { width: 100%; padding: 0 12px; border: 1px solid var(--edge); background: var(--raised); }
form p { margin: 24px 0 0; }
.primary {
  padding: 0 20px; border: 1px solid var(--accent); background: var(--accent); color: var(--paper); font-weight: 600;
}
.cancel { margin-top: 8px; padding: 0; color: var(--accent); text-decoration: underline; }
`;

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import type { Provider } from 'oidc-provider';
import { errors } from 'oidc-provider';

import { errorPage } from './error-page.ts';
import type { Page } from './page.ts';
import { html, sendPage } from './page.ts';
import type { People, Person } from './people.ts';
import { accountPath } from './provider.ts';
import { readAnswer, signInPage } from './sign-in-page.ts';

type PagesParts = Readonly<{
  issuer: string;
  provider: Provider;
  people: People;
  /** The address of the service, to which our pages link. */
  serviceHref: string;
  nowMs: () => number;
  log: Readonly<{ error: (details: object, message: string) => void }>;
}>;

/** The pages beside the provider's protocol endpoints: sign-in, account and errors. */
export function makePages(parts: PagesParts): RequestListener {
  const { issuer, provider, log } = parts;
  const answerProtocol = provider.callback();
  const pages: Readonly<Record<string, typeof signIn>> = {
    '/': redirectToAccount,
    [accountPath]: showAccount,
    [`${accountPath}/sign-out`]: signOut,
  };

  return (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer);
    if (`http://${request.headers.host}` !== issuer) return sendPage(response, 421, wrongHost(issuer));
    if (isForeignForm(request, issuer)) return sendPage(response, 403, errorPage('foreign_form'));
    const page = pages[pathname] ?? (pathname.startsWith(`${accountPath}/sign-in/`) ? signIn : undefined);
    if (page === undefined) return void answerProtocol(request, response);
    page(request, response).catch((error: unknown) => {
      if (error instanceof errors.SessionNotFound)
        return sendPage(response, 400, errorPage('session_not_found'));
      log.error({ err: error }, 'local provider: a page failed');
      sendPage(response, 500, errorPage('server_error'));
    });
  };

  async function signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params } = await provider.interactionDetails(request, response);
    if (prompt.name !== 'login')
      throw new Error(`The local provider has no page for the prompt ${prompt.name}`);
    const hint = typeof params['login_hint'] === 'string' ? params['login_hint'] : '';
    const show = (status: number, page: Page) => sendPage(response, status, page, formTargetOf(params));
    const shown = { people: parts.people.offered, nowMs: parts.nowMs() };
    if (request.method !== 'POST') return show(200, signInPage({ ...shown, email: hint }));

    const answer = await readAnswer(request);
    if (answer.kind === 'fault') return show(422, signInPage({ ...shown, ...answer }));
    const result =
      answer.kind === 'cancelled'
        ? { error: 'access_denied', error_description: 'The person went back without signing in' }
        : { login: { accountId: parts.people.remember(answer.email, answer.name).subject, remember: true } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  async function showAccount(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const session = await provider.Session.get(provider.createContext(request, response));
    const person = session.accountId === undefined ? undefined : parts.people.find(session.accountId);
    sendPage(response, 200, accountPage(person, parts.serviceHref));
  }

  async function signOut(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const context = provider.createContext(request, response);
    if (request.method === 'POST') {
      const session = await provider.Session.get(context);
      await session.destroy();
      context.cookies.set(provider.cookieName('session'), null, { path: accountPath });
    }
    await redirectToAccount(request, response);
  }
}

async function redirectToAccount(_request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.writeHead(303, { location: accountPath, 'cache-control': 'no-store' }).end();
}

// A page of another origin must not sign anyone in or out here. Only browsers send these headers.
function isForeignForm({ method, headers }: IncomingMessage, issuer: string): boolean {
  if (method !== 'POST') return false;
  const site = headers['sec-fetch-site'];
  return (
    (headers.origin !== undefined && headers.origin !== issuer) ||
    (site !== undefined && site !== 'same-origin')
  );
}

/** The origin of the redirect as a policy writes it. A policy cannot express an IPv6 address. */
function formTargetOf({ redirect_uri: uri }: Readonly<Record<string, unknown>>): string {
  const { origin, hostname } = new URL(String(uri));
  return hostname.startsWith('[') ? 'http:' : origin;
}

const wrongHost = (issuer: string): Page =>
  errorPage('wrong_host', `this provider answers at ${issuer} only`);

/** The page that shows who is signed in at the provider in this browser, with a button to sign out. */
function accountPage(person: Person | undefined, serviceHref: string): Page {
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

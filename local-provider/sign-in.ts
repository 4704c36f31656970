import { text } from 'node:stream/consumers';

import type { Provider } from 'oidc-provider';
import { errors } from 'oidc-provider';

import { isEmail } from '../server/config/values.ts';
import type { Context } from './page.ts';
import { accountPage, showPage, signInPage } from './page.ts';
import { accountPath } from './provider.ts';
import type { Person, PersonOf } from './records.ts';
import { accountIdOf } from './records.ts';

export type ProviderLog = Readonly<{ error: (details: object, message: string) => void }>;

type Parts = Readonly<{
  users: readonly Person[];
  personOf: PersonOf;
  serviceHref: string;
  log: ProviderLog;
}>;

/**
 * Adds to the protocol what people open: the sign-in page, and the page of who is signed in, where they sign out. Koa answers a
 * refusal with its sentence as plain text, and writes an unforeseen error to standard error.
 */
export function addPages(provider: Provider, { users, personOf, serviceHref, log }: Parts): void {
  provider.on('server_error', (_context, error) => log.error({ err: error }, 'local provider: failed'));
  provider.use(async (context, next) => {
    const { issuer } = provider;
    const { origin = issuer, 'sec-fetch-site': site = 'same-origin' } = context.headers;
    if (`http://${context.host}` !== issuer) context.throw(421, `This provider answers at ${issuer} only`);
    // A page of another origin must not sign anyone in or out here. Only browsers send these headers.
    if (context.method === 'POST' && (origin !== issuer || site !== 'same-origin'))
      context.throw(403, 'That form was not one of this provider');
    if (context.path === '/') return context.redirect(accountPath);
    if (context.path === accountPath) return account(context);
    if (context.path.startsWith(`${accountPath}/sign-in/`)) return signIn(context);
    return void (await next());
  });

  async function signIn(context: Context): Promise<void> {
    const { params } = await provider.interactionDetails(context.req, context.res).catch((error: unknown) => {
      if (!(error instanceof errors.SessionNotFound)) throw error;
      context.throw(400, 'This sign-in has ended or was opened in another browser: go back to the service');
    });
    if (context.method !== 'POST') return showPage(context, signInPage(users), formTargetOf(params));
    const form = new URLSearchParams(await text(context.req));
    const [email = '', name = ''] = ['email', 'name'].map((field) => form.get(field)?.trim());
    const isCancelled = form.has('cancel');
    // Browsers check the field themselves.
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

/** The origin of the redirect as a policy writes it. A policy cannot express an IPv6 address. */
function formTargetOf({ redirect_uri: uri }: Readonly<Record<string, unknown>>): string {
  const { origin, hostname } = new URL(String(uri));
  return hostname.startsWith('[') ? 'http:' : origin;
}

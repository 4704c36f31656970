import type { AdapterFactory, Configuration, JWKS, KoaContextWithOIDC } from 'oidc-provider';
import { Provider } from 'oidc-provider';

import { errorPage } from './error-page.ts';
import { sendPage } from './page.ts';
import type { People, Person } from './people.ts';

type ProviderParts = Readonly<{
  issuer: string;
  keys: JWKS;
  records: AdapterFactory;
  people: People;
  clientId: string;
  clientSecret: string;
  redirectUris: readonly string[];
  log: Readonly<{ error: (details: object, message: string) => void }>;
}>;

/**
 * The path prefix of all addresses that need a cookie. Cookies are not bound to a port, so one with the path `/` would be
 * sent to the service on the same host with every request.
 */
export const accountPath = '/account';

const hour = 3600;
const year = 365 * 24 * hour;

/** The protocol part of the provider: one client, ID tokens of an hour, and always a refresh token, for one use. */
export function makeProvider(parts: ProviderParts): Provider {
  const { issuer, people, log } = parts;
  const provider = new Provider(issuer, {
    adapter: parts.records,
    jwks: parts.keys,
    clients: [
      {
        client_id: parts.clientId,
        client_secret: parts.clientSecret,
        redirect_uris: [...parts.redirectUris],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    responseTypes: ['code'],
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    // Otherwise name, picture and email would be at the userinfo endpoint only.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_context, subject) => accountOf(people.find(subject)),
    loadExistingGrant: grantWithoutAsking,
    issueRefreshToken: () => true,
    // A used refresh token revokes the whole grant, as strict providers do.
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    ttl: {
      AccessToken: hour,
      AuthorizationCode: 60,
      IdToken: hour,
      Interaction: hour,
      RefreshToken: year,
      Grant: year,
      Session: year,
    },
    cookies: {
      names: { session: 'provider_session', interaction: 'provider_interaction', resume: 'provider_resume' },
      long: { path: accountPath, httpOnly: true, sameSite: 'lax' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    // The library redirects to the second address when someone signs in as another person.
    routes: { authorization: `${accountPath}/authorize`, end_session: `${accountPath}/end` },
    interactions: { url: (_context, { uid }) => `${accountPath}/sign-in/${uid}` },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    renderError: ({ res }, { error, error_description: detail }) => {
      sendPage(res, res.statusCode, errorPage(error, detail));
    },
  } satisfies Configuration);
  provider.use(async (context, next) => {
    await next();
    if (context.status === 404 && context.accepts('json', 'html') === 'html')
      sendPage(context.res, 404, errorPage('not_found'));
  });
  provider.on('server_error', (_context, error) => log.error({ err: error }, 'local provider: failed'));
  return provider;
}

function accountOf(person: Person | undefined) {
  if (person === undefined) return undefined;
  const { subject, email, name, picture } = person;
  const claims = {
    sub: subject,
    email,
    email_verified: true,
    ...(name === null ? {} : { name }),
    ...(picture === null ? {} : { picture }),
  };
  return { accountId: subject, claims: () => claims };
}

/** The only client is the service of this machine, so consent is granted without a page. */
async function grantWithoutAsking({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider } = oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const grantId = session.grantIdFor(client.clientId);
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (known !== undefined && known.accountId === session.accountId) return known;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

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
 * The folder of every address that needs a cookie. Cookies know no ports, so one with the path `/` would travel to the
 * service on the same host with each of its requests.
 */
export const accountPath = '/account';

const hour = 3600;
const year = 365 * 24 * hour;

/** The provider's protocol side: one client, ID tokens of an hour, refresh tokens unasked and for one use. */
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
    // Else name, picture and email would stand at the userinfo address only.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_context, subject) => accountOf(people.find(subject)),
    loadExistingGrant: grantWithoutAsking,
    issueRefreshToken: () => true,
    // Presenting a used one kills the whole grant: what a strict provider does.
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
    // The second is where the library goes by itself when someone signs in as another person.
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

/** The one client is this machine's own service: nobody is asked whether it may know them. */
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

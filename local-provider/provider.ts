import { hash } from 'node:crypto';

import type { KoaContextWithOIDC } from 'oidc-provider';
import { base } from 'oidc-provider/lib/helpers/interaction_policy/index.js';
import { Provider } from 'oidc-provider/lib/provider.js';

import type { PersonOf, Records } from './records.ts';

/**
 * The path prefix of all addresses that need a cookie. Cookies are not bound to a port, so one with the path `/` would be
 * sent to the service on the same host with every request.
 */
export const accountPath = '/account';

const hour = 3600;
const year = 365 * 24 * hour;

/** The protocol part of the provider: one client, ID tokens of an hour, and always a refresh token, for one use. */
export function makeProvider(
  issuer: string,
  records: Records,
  client: Readonly<{ clientId: string; clientSecret: string }>,
  redirectUris: string[],
  personOf: PersonOf,
): Provider {
  // The only client is the service of this machine, so no consent is needed.
  const policy = base();
  policy.remove('consent');
  return new Provider(issuer, {
    adapter: records.adapter,
    jwks: records.readKeys(),
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    responseTypes: ['code'],
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    // Otherwise only the userinfo endpoint would have name, picture and email.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_context, accountId) => {
      const person = personOf(accountId);
      // The same email gets the same sub, also after the data folder was emptied.
      const sub = hash('sha256', person.email, 'base64url').slice(0, 22);
      return { accountId, claims: () => ({ sub, email_verified: true, ...person }) };
    },
    loadExistingGrant: grantAll,
    issueRefreshToken: () => true,
    // A refresh token that is used twice revokes the whole grant, as at strict providers.
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
      names: {
        session: 'provider_session',
        interaction: 'provider_interaction',
        resume: 'provider_resume',
      },
      long: { path: accountPath },
    },
    // The library redirects to the second address when a person signs in with another account.
    routes: { authorization: `${accountPath}/authorize`, end_session: `${accountPath}/end` },
    interactions: { policy, url: (_context, { uid }) => `${accountPath}/sign-in/${uid}` },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    renderError: (context, { error, error_description: detail = '' }) => {
      context.type = 'text/plain';
      context.body = `The local provider refuses this (${error}): ${detail}. Go back to the service and sign in again.`;
    },
  });
}

async function grantAll({ oidc: { client, session, provider } }: KoaContextWithOIDC) {
  if (client === undefined || session?.accountId === undefined) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

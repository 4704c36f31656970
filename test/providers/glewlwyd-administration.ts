import { makeRsaKeys } from './keys.ts';
import type { Person, Place } from './kind.ts';
import { client } from './kind.ts';

type User = Person & Readonly<{ username: string; password: string }>;

/** What an administrator would set up on its pages: scopes, the OpenID Connect plugin, a user and us. */
export async function setUpGlewlwyd({ port, redirectUri }: Place, issuer: string, user: User): Promise<void> {
  const post = await openAdministration(port);
  for (const name of moreScopes)
    await post('scope', {
      name,
      display_name: name,
      password_required: true,
      password_max_age: 0,
      scheme: {},
    });
  await post('mod/plugin', {
    module: 'oidc',
    name: 'oidc',
    display_name: 'OpenID Connect',
    enabled: true,
    parameters: pluginParameters(issuer),
  });
  await post('user', { ...user, scope: ['openid', ...moreScopes], enabled: true });
  await post('client', {
    client_id: client.id,
    name: 'Dueline',
    password: client.secret,
    confidential: true,
    enabled: true,
    redirect_uri: [redirectUri],
    authorization_type: ['code', 'refresh_token'],
    token_endpoint_auth_method: ['client_secret_basic', 'client_secret_post'],
    scope: [],
  });
}

/** It has `openid` from the beginning. */
const moreScopes = ['email', 'profile'];

/** Signs in with the password that every new installation has. */
async function openAdministration(port: number) {
  let cookie = '';
  const post = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(`http://localhost:${port}/api/${path}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`Glewlwyd answered ${answer.status} to ${path}: ${await answer.text()}`);
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
  };
  await post('auth', { username: 'admin', password: 'password' });
  return post;
}

function pluginParameters(iss: string) {
  const { privateKey, publicKey } = makeRsaKeys();
  return {
    iss,
    'jwt-type': 'rsa',
    'jwt-key-size': '256',
    key: privateKey,
    cert: publicKey,
    'jwks-show': true,
    'access-token-duration': 3600,
    'refresh-token-duration': 1_209_600,
    'refresh-token-one-use': 'always',
    'code-duration': 600,
    'auth-type-code-enabled': true,
    'auth-type-refresh-enabled': true,
    'pkce-allowed': true,
    'subject-type': 'public',
    'name-claim': 'mandatory',
    'email-claim': 'mandatory',
  };
}

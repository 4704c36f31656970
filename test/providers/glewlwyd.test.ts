import assert from 'node:assert/strict';
import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { Page } from '@playwright/test';

import { pathOf } from '../../scripts/programs.ts';
import { startChild } from '../process.ts';
import type { Person, Place, ProviderKind } from './kind.ts';
import { backchannelLogoutPath } from '../../server/sign-in/providers.ts';
import { answers, client, makeRsaKeys } from './kind.ts';
import { testProvider } from './sign-in.ts';
import { testSignOuts } from './sign-outs.ts';

const person = { email: 'ada@example.com', name: 'Ada Byron' } as const;
const login = { username: 'ada', password: 'a password of the tests' } as const;
const issuer = (port: number) => `http://localhost:${port}/api/oidc`;

/** Glewlwyd on SQLite; its refresh tokens are valid for one use, and it asks for consent once. */
const glewlwyd: ProviderKind = {
  name: 'Glewlwyd',
  needs: ['faketime', 'glewlwyd'],
  person,
  issuer,
  start: async (place) => {
    layOut(place);
    const child = startChild(
      pathOf('glewlwyd'),
      ['--config-file', join(place.folder, 'glewlwyd.conf')],
      { cwd: place.folder, env: place.clock },
    );
    await child.until(answers(`http://localhost:${place.port}/config`));
    await setUpGlewlwyd(place, { ...person, ...login });
    return child;
  },
  signIn: async (page) => {
    await page.getByRole('textbox', { name: 'Login' }).fill(login.username);
    await page.getByLabel('Password').fill(login.password);
    await page.getByRole('button', { name: 'OK' }).click();
    for (const scope of ['email', 'profile']) await page.getByLabel(scope).check();
    await page.getByRole('button', { name: 'Grant access' }).click();
    await toTheClient(page);
  },
  signInAgain: toTheClient,
};

async function toTheClient(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Writes its pages, database and settings. Debian's pages are links, and Glewlwyd follows no link out of its folder. */
function layOut({ folder, port }: Place): void {
  const pages = '/usr/share/glewlwyd/webapp';
  const pagesConfig = join(pages, 'config.json');
  cpSync(pages, join(folder, 'webapp'), {
    recursive: true,
    dereference: true,
    filter: (from) => from !== pagesConfig,
  });
  copyFileSync('/usr/share/glewlwyd/templates/config.json', join(folder, 'webapp/config.json'));

  const database = new DatabaseSync(join(folder, 'glewlwyd.db'));
  database.exec(readFileSync('/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3', 'utf8'));
  database.close();

  const types = {
    html: 'text/html',
    css: 'text/css',
    js: 'application/javascript',
    json: 'application/json',
  };
  const settings = [
    `port = ${port}`,
    'bind_address = "127.0.0.1"',
    `external_url = "http://localhost:${port}"`,
    'login_url = "login.html"',
    'api_prefix = "api"',
    `static_files_path = "${join(folder, 'webapp')}"`,
    `static_files_mime_types = (${Object.entries(types)
      .map(([extension, type]) => `{ extension = ".${extension}" mime_type = "${type}" }`)
      .join(', ')})`,
    'log_mode = "console"',
    'log_level = "WARNING"',
    'cookie_domain = "localhost"',
    'cookie_secure = 0',
    'admin_scope = "g_admin"',
    'profile_scope = "g_profile"',
    'hash_algorithm = "SHA512"',
    `database = { type = "sqlite3" path = "${join(folder, 'glewlwyd.db')}" };`,
    ...Object.entries(modules).map(
      ([kind, name]) => `${kind}_module_path = "/usr/lib/glewlwyd/${name}"`,
    ),
  ];
  writeFileSync(join(folder, 'glewlwyd.conf'), settings.join('\n'));
}

const modules = { user: 'user', client: 'client', user_auth_scheme: 'scheme', plugin: 'plugin' };

type User = Person & Readonly<{ username: string; password: string }>;

/** Sets up scopes, the OpenID Connect plugin, a user and our client, as an administrator does on its pages. */
async function setUpGlewlwyd({ port, redirectUri }: Place, user: User): Promise<void> {
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
    parameters: pluginParameters(issuer(port)),
  });
  await post('user', { ...user, scope: ['openid', ...moreScopes], enabled: true });
  await post('client', {
    client_id: client.id,
    name: 'Dueline',
    password: client.secret,
    confidential: true,
    enabled: true,
    redirect_uri: [redirectUri],
    backchannel_logout_uri: new URL(backchannelLogoutPath, redirectUri).href,
    authorization_type: ['code', 'refresh_token'],
    token_endpoint_auth_method: ['client_secret_basic', 'client_secret_post'],
    scope: [],
  });
}

/** Scopes besides `openid`, which Glewlwyd has from the beginning. */
const moreScopes = ['email', 'profile'];

/** Signs in with the default password of a new installation. */
async function openAdministration(port: number) {
  let cookie = '';
  const post = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(`http://localhost:${port}/api/${path}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
    if (!answer.ok)
      throw new Error(`Glewlwyd answered ${answer.status} to ${path}: ${await answer.text()}`);
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
    'session-management-allowed': true,
    'session-cookie-name': 'glewlwyd_oidc_sid',
    'session-cookie-expiration': 3600,
    'back-channel-logout-allowed': true,
    'subject-type': 'public',
    // Only in the ID tokens of clients that ask for them.
    'name-claim': 'on-demand',
    'email-claim': 'on-demand',
  };
}

testProvider(glewlwyd);
testSignOuts(glewlwyd, {
  declared: { signOutAtProvider: true, backchannelLogout: true },
  // Glewlwyd's sign-out page needs an ID token. It comes from the sign-out here of a second session of the same sign-in there.
  signOutThere: async (page) => {
    const first = await page.context().cookies();
    await page.context().clearCookies({ name: /^q_/ });
    await page.reload();
    await page.getByRole('link', { name: 'Continue with Glewlwyd' }).click();
    await toTheClient(page);
    await page.getByRole('button', { name: `Account of ${person.name}` }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('The client wishes you to close the current session').waitFor();
    const sid = new URL(page.url()).searchParams.get('sid');
    const end = `${new URL('/api/oidc/session', page.url()).href}/${sid}`;
    assert.ok((await page.context().request.delete(end)).ok());
    await page.context().addCookies(first);
  },
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { pathOf } from '../../scripts/programs.ts';
import { startChild } from '../process.ts';
import type { Place, ProviderKind } from './kind.ts';
import { answers, client, makeRsaKeys } from './kind.ts';
import { testProvider } from './sign-in.ts';
import { testSignOuts } from './sign-outs.ts';

/** LemonLDAP::NG with its demonstration accounts; it gives a refresh token without offline_access and asks for no consent. */
const lemonldap: ProviderKind = {
  name: 'LemonLDAP::NG',
  needs: ['faketime', 'lemonldap'],
  person: { email: 'rtyler@badwolf.org', name: 'Rose Tyler' },
  issuer: (port) => `http://localhost:${port}/`,
  start: async (place) => {
    for (const name of folders) mkdirSync(join(place.folder, name));
    const ini = join(place.folder, 'lemonldap-ng.ini');
    writeFileSync(ini, iniText(place));
    writeFileSync(join(place.folder, 'conf', 'lmConf-1.json'), JSON.stringify(settings(place)));
    const psgi = join(place.folder, 'portal.psgi');
    writeFileSync(psgi, psgiText);
    // A connection without a request takes a worker for five seconds, and Chromium opens up to six at once.
    const workers = ['--workers', '8', '--preload-app'];
    const server = ['--listen', `127.0.0.1:${place.port}`, ...workers, psgi];
    const child = startChild('perl', [pathOf('lemonldap'), ...server], {
      cwd: place.folder,
      env: {
        ...place.clock,
        LLNG_DEFAULTCONFFILE: ini,
      },
      // After SIGKILL its workers would keep running.
      lastSignal: 'SIGTERM',
    });
    await child.until(answers(`http://localhost:${place.port}/.well-known/openid-configuration`));
    return child;
  },
  signIn: signInAs('rtyler'),
  // LemonLDAP redirects back without a page.
  signInAgain: async () => {},
};

function signInAs(user: string) {
  return async (page: Page): Promise<void> => {
    await page.locator('#userfield').fill(user);
    await page.locator('#passwordfield').fill(user);
    await page.getByRole('button', { name: 'Connect' }).click();
  };
}

const folders = ['conf', 'sessions', 'persistent'];

const iniText = ({ folder }: Place) => `[all]
logLevel = warn
[configuration]
type = File
dirName = ${join(folder, 'conf')}
localStorage = Cache::NullCache
[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
`;

/** Serves the portal and its static files, as Debian's file for nginx does. */
const psgiText = `use Plack::Builder;
use Plack::App::File;
use Lemonldap::NG::Portal::Main;
builder {
  mount '/static' => Plack::App::File->new(root => '/usr/share/lemonldap-ng/portal/htdocs/static')->to_app;
  mount '/javascript' => Plack::App::File->new(root => '/usr/share/javascript')->to_app;
  mount '/' => Lemonldap::NG::Portal::Main->run({});
};
`;

function settings({ folder, port, redirectUri }: Place) {
  const { privateKey, publicKey } = makeRsaKeys();
  const files = (name: string) => ({
    Directory: join(folder, name),
    LockDirectory: join(folder, name),
  });
  return {
    cfgNum: 1,
    cfgDate: 1,
    portal: `http://localhost:${port}/`,
    domain: 'localhost',
    securedCookie: 0,
    key: 'a key of the tests',
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Null',
    registerDB: 'Null',
    demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: files('sessions'),
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: files('persistent'),
    localSessionStorage: 'Cache::FileCache',
    localSessionStorageOptions: { namespace: 'tests', cache_root: join(folder, 'cache') },
    locationRules: { localhost: { default: 'accept' } },
    exportedHeaders: {},
    // A module without a function: the default captcha module is always loaded and needs ImageMagick.
    captcha: '::UserDB::Null',
    portalDisplayRegister: 0,
    portalDisplayResetPassword: 0,
    issuerDBOpenIDConnectActivation: 1,
    oidcServicePrivateKeySig: privateKey,
    oidcServicePublicKeySig: publicKey,
    oidcServiceKeyIdSig: 'tests',
    oidcRPMetaDataExportedVars: {
      dueline: { email: 'mail', name: 'cn', groups: 'groups;string;always' },
    },
    // No default scope has groups; an entry here replaces the claims of the scope.
    oidcRPMetaDataOptionsExtraClaims: { dueline: { profile: 'name groups' } },
    oidcRPMetaDataOptions: {
      dueline: {
        oidcRPMetaDataOptionsClientID: client.id,
        oidcRPMetaDataOptionsClientSecret: client.secret,
        oidcRPMetaDataOptionsRedirectUris: redirectUri,
        oidcRPMetaDataOptionsPostLogoutRedirectUris: new URL('/', redirectUri).href,
        oidcRPMetaDataOptionsLogoutBypassConfirm: 1,
        oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
        oidcRPMetaDataOptionsIDTokenForceClaims: 1,
        oidcRPMetaDataOptionsRefreshToken: 1,
        oidcRPMetaDataOptionsBypassConsent: 1,
      },
    },
  };
}

testProvider(lemonldap);
testSignOuts(lemonldap, {
  auth: { allowedGroups: ['earthlings'] },
  declared: { signOutAtProvider: true },
  signInOutsider: signInAs('dwho'),
  // LemonLDAP redirects back without a page.
  confirm: async () => {},
});

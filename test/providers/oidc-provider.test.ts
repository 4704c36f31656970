import { createServer } from 'node:http';
import { promisify } from 'node:util';

import { Provider } from 'oidc-provider';

import { backchannelLogoutPath } from '../../server/sign-in/providers.ts';
import type { Place, ProviderKind } from './kind.ts';
import { client } from './kind.ts';
import { testSignOuts } from './sign-outs.ts';

/** The package of the local provider, with features that the local provider disables, and with its own pages. */
const kind: ProviderKind = {
  name: 'oidc-provider',
  needs: ['faketime'],
  person: { email: 'ada@example.com', name: 'ada' },
  issuer: (port) => `http://localhost:${port}`,
  start: async (place) => {
    const answer = providerAt(place).callback();
    const server = createServer((request, response) => void answer(request, response));
    await promisify((done: () => void) => server.listen(place.port, '127.0.0.1', done))();
    return {
      stop: async () => {
        server.closeAllConnections();
        server.close();
      },
    };
  },
  signIn: async (page) => {
    await page.getByPlaceholder('Enter any login').fill('ada');
    await page.getByPlaceholder('and password').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
  },
  signInAgain: async () => {},
};

function providerAt({ port, redirectUri }: Place): Provider {
  return new Provider(kind.issuer(port), {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [new URL('/', redirectUri).href],
        backchannel_logout_uri: new URL(backchannelLogoutPath, redirectUri).href,
        backchannel_logout_session_required: true,
      },
    ],
    claims: { email: ['email'], profile: ['name'] },
    // The default fetch refuses addresses of this machine.
    fetch: (url, { method = 'GET', headers = {}, body = null } = {}) =>
      fetch(url, { method, headers, body }),
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, name: accountId, email: `${accountId}@example.com` }),
    }),
    features: {
      backchannelLogout: { enabled: true },
      // Without it the ID tokens have no email, and nothing is asked for.
      claimsParameter: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = `${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`;
        },
        postLogoutSuccessSource: (context) => {
          context.body = 'Signed out';
        },
      },
    },
  });
}

testSignOuts(kind, {
  declared: { signOutAtProvider: true, backchannelLogout: true },
  confirm: (page) => page.getByRole('button', { name: 'Sign out' }).click(),
  signOutThere: async (page, issuer) => {
    await page.goto(`${issuer}/session/end`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Signed out').waitFor();
  },
});

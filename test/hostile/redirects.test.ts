import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { LightMyRequestResponse } from 'fastify';

import { startTestApp } from '../app.ts';
import { navigation } from '../browser.ts';

/** Parameters and headers from which other services read a target. */
const parameters = ['returnTo', 'return_to', 'return', 'next', 'redirect', 'redirect_uri', 'redirect_url', 'rd', 'url', 'target', 'continue', 'dest', 'goto', 'post_logout_redirect_uri', 'target_link_uri', 'signin', 'iss']; // prettier-ignore
const headerNames = ['referer', 'origin', 'forwarded', 'x-forwarded-host', 'x-forwarded-prefix', 'x-forwarded-uri', 'x-forwarded-path', 'x-auth-request-redirect', 'x-original-url', 'x-rewrite-url', 'x-return-to', 'location']; // prettier-ignore

const outcomes = new Set(['/home', '/home?signin=failed']);

const evil = 'evil.example';

/** Texts before a host that browsers and parsers have read as the beginning of another origin: one of each kind. */
const beginnings = ['https://', 'HTTPS:', 'https:\\\\', 'ws://', 'blob:https://', 'intent://', '//', '///', '/\\', '\\\\', '/\t/', '/\r\n/', ' //', '\u3000//', '\0//', '/.//', '/..//', '../..', '/%2F', '%2F%2F', '%252F%252F', '/%5C', '/%09/', '/%0d%0a/', '/%00/', '/%2e%2e//', '/;//', '/?//', '/#//', '/@', '@', ':']; // prettier-ignore

/** Look-alike hosts, other forms of a host, scripts and line breaks: one of each kind. */
const wholes = [`https://tasks.example.com.${evil}`, `https://tasks.example.com@${evil}`, `https://tasks.example.com%00.${evil}`, `https://tasks.example.com\\@${evil}`, `https://${evil}\\.tasks.example.com`, `https://${evil}#tasks.example.com`, `https://${evil}%2f.tasks.example.com`, `https://id.example.com.${evil}`, `//${evil}%2f%2e%2e`, `/home/../..//${evil}`, `/home@${evil}`, `/home?next=//${evil}`, '//evil。example', '//ｅｖｉｌ.example', `//[::1]@${evil}`, '//2130706433', 'JaVaScRiPt:alert(1)//evil', 'java\tscript:alert(1)//evil', 'javascript:%61lert(1)//evil', '\u0001javascript:alert(1)//evil', 'data:text/html,<script>evil</script>', `/\r\nLocation: https://${evil}`, `%0d%0aLocation:%20https://${evil}`, `%E5%98%8A%E5%98%8DLocation:${evil}`, `/\u2028//${evil}`, `"><meta http-equiv=refresh content="0;url=//${evil}">`, `?//${evil}`, evil]; // prettier-ignore

/** Targets that could deceive a redirect; each names a foreign host. */
const redirectPayloads = [...beginnings.map((text) => `${text}${evil}`), ...wholes];

test('no parameter and no header moves a redirect: it leads to the provider or to the configured path', async (t) => {
  const service = await startTestApp(t, { config: { auth: { postLoginPath: '/home' } } });
  const signedIn = await service.signedIn();
  let providerAddresses = 0;

  function check(answer: LightMyRequestResponse, what: string): void {
    assert.ok(answer.statusCode < 500, `${what}: ${answer.statusCode}`);
    const location = answer.headers.location;
    assert.equal(answer.headers.refresh, undefined);
    if (location === undefined || outcomes.has(location)) return;
    const { origin, pathname, searchParams } = new URL(location);
    assert.equal(origin + pathname, `${service.provider.issuer}/authorize`, what);
    assert.equal(
      searchParams.get('redirect_uri'),
      'http://tasks.example.com/api/auth/callback',
      what,
    );
    assert.doesNotMatch(location, /evil/, what);
    providerAddresses += 1;
  }

  for (const payload of redirectPayloads) {
    const encoded = encodeURIComponent(payload);
    const query = parameters.map((name) => `${name}=${encoded}`).join('&');
    const headers = Object.fromEntries(headerNames.map((name) => [name, payload]));
    for (const [browser, path] of [
      [service.openBrowser(), '/api/auth/login?'],
      [service.openBrowser(), '/api/auth/logout?'],
      [service.openBrowser(), `/api/auth/callback?code=a&state=${encoded}&`],
      [service.openBrowser(), `/api/auth/callback?error=${encoded}&error_uri=${encoded}&state=b&`],
      [signedIn, '/api/auth/login?'],
      [signedIn, '/api/auth/callback?'],
      [signedIn, '/?'],
    ] as const) {
      check(await browser.get(path + query, navigation), `${path} with ${payload} as parameters`);
      check(
        await browser.get(path, { ...navigation, ...headers }),
        `${path} with ${payload} as headers`,
      );
    }
  }
  assert.equal(
    providerAddresses,
    redirectPayloads.length * 2,
    'each login of a stranger, and nothing else',
  );
});

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { parseEnv } from 'node:util';

import * as Type from 'typebox';
import { Parse } from 'typebox/value';

import { checkFile } from './check-config.ts';
import { emptyFolder } from './folder.ts';
import { projectFolder } from './process.ts';
import { signingKey } from './provider/keys.ts';

const names = globSync('docs/providers/*.md', { cwd: projectFolder })
  .map((page) => basename(page, '.md'))
  .filter((name) => name !== 'README');

const Document = Type.Object({
  issuer: Type.String(),
  authorization_endpoint: Type.String(),
  token_endpoint: Type.String(),
  jwks_uri: Type.String(),
});
const Records = Type.Record(
  Type.String(),
  Type.Object({ from: Type.String({ minLength: 20 }), document: Document }),
);
/** What providers publish about themselves, without the members that nothing here reads. */
const records = Parse(
  Records,
  JSON.parse(readFileSync(join(import.meta.dirname, 'providers/discovery.json'), 'utf8')),
);
const recordOf = (name: string) => JSON.stringify(records[name]?.document);

/** What check-config says beside ok; each guide explains its own. */
const expected: Readonly<Record<string, readonly string[]>> = {
  keycloak: ['warning auth.providers[0].scopes: lacks offline_access'],
  glewlwyd: [
    'warning auth.providers[0].scopes: the provider does not list email',
    'warning auth.providers[0].scopes: the provider does not list profile',
  ],
};

test('there is a guide and a recorded discovery document for each provider', () => {
  assert.deepEqual(names.toSorted(), Object.keys(records).toSorted());
  assert.ok(names.length >= 8, names.join(', '));
});

for (const name of names) {
  test(`the entry of docs/providers/${name}.md passes check-config against the recorded provider`, async (t) => {
    const { code, findings } = await check(t, name, entryOf(name));
    const said = findings.filter((line) => !line.startsWith('ok '));
    assert.deepEqual(
      said.map((line) => line.split(/:? with some/)[0]),
      expected[name] ?? [],
    );
    assert.equal(code, 0);
    for (const proof of [/usable metadata and keys/, /accepts id and secret/, /the provider knows https:/])
      assert.match(findings.join('\n'), proof);
  });
}

test('another address, the tenant common of Entra ID and Authentik without a signing key fail', async (t) => {
  const fails = async (said: RegExp, ...given: Given) => {
    const { code, findings } = await check(t, ...given);
    assert.equal(code, 1);
    assert.match(findings.join('\n'), said);
  };
  const elsewhere = entryOf('keycloak').replace('/realms/', '/auth/realms/');
  await fails(/^fault auth\.providers\[0\]\.issuer: /m, 'keycloak', elsewhere);

  const tenant = '12345678-1234-1234-1234-123456789012';
  const common = 'https://login.microsoftonline.com/common/v2.0';
  const document = recordOf('entra')
    .replaceAll(tenant, 'common')
    .replace(`"${common}"`, `"${common.replace('common', '{tenantid}')}"`);
  const entra = entryOf('entra').replace(tenant, 'common');
  await fails(
    /^fault .*issuer: .*name another issuer: .* of your own tenant/m,
    'entra',
    entra,
    document,
    common,
  );

  const weak = recordOf('authentik').replace('"RS256"', '"HS256"');
  await fails(/^fault .*issuer: .*shared secret/m, 'authentik', entryOf('authentik'), weak);
});

type Given = [name: string, entry: string, document?: string, issuer?: string];

/** The variables of a guide. */
function entryOf(name: string): string {
  const page = readFileSync(join(projectFolder, 'docs/providers', `${name}.md`), 'utf8');
  const entries = [...page.matchAll(/^```ini\n(.*?)^```/gms)].map(([, text = '']) => text);
  assert.equal(entries.length, 1, `${name} has ${entries.length} entries`);
  return entries[0] ?? '';
}

/** Runs check-config with production.yaml and these variables, at a provider with this discovery document. */
async function check(
  t: TestContext,
  name: string,
  entry: string,
  document = recordOf(name),
  issuer = Parse(Document, JSON.parse(document)).issuer,
) {
  const env = {
    ...parseEnv(entry),
    PROFILE: 'production',
    DATA: emptyFolder(t),
    STORE_URL: 'sqlite::memory:',
    ALLOWED_HOSTS: 'tasks.example.com',
    ALLOWED_EMAILS: '@example.com',
    SESSION_SECRET: 'The 1st session secret, long enough to be one.',
    CLIENT_ID: 'dueline',
    CLIENT_SECRET: 'the-secret-of-the-client',
  };
  const fetch = await playProvider(issuer, document);
  return checkFile('', [], { env, fetch });
}

/** Answers at the addresses of the document, and where the document of this issuer is looked for. */
async function playProvider(issuer: string, document: string): Promise<typeof globalThis.fetch> {
  const { authorization_endpoint, token_endpoint, jwks_uri } = Parse(Document, JSON.parse(document));
  const { publicJwk } = await signingKey('first');
  return async (input, init) => {
    const { origin, pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
    const address = `${init?.method ?? 'GET'} ${origin}${pathname}`;
    if (address === `GET ${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
      return new Response(document, { headers: { 'content-type': 'application/json' } });
    if (address === `GET ${jwks_uri}`) return Response.json({ keys: [publicJwk] });
    if (address === `POST ${token_endpoint}`)
      return Response.json({ error: 'invalid_grant' }, { status: 400 });
    if (address === `GET ${authorization_endpoint}`) {
      const location = `${searchParams.get('redirect_uri')}?error=login_required`;
      return new Response(null, { status: 303, headers: { location } });
    }
    return new Response('Not found', { status: 404 });
  };
}

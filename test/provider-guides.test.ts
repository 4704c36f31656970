import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { parseEnv } from 'node:util';

import { checkFile } from './started-here.ts';
import { emptyFolder } from './folder.ts';
import { freePort, projectFolder } from './process.ts';
import { startProvider } from './provider/provider.ts';

const names = globSync('docs/providers/*.md', { cwd: projectFolder })
  .map((page) => basename(page, '.md'))
  .filter((name) => name !== 'README');

type Document = Readonly<{ issuer: string; [member: string]: unknown }>;
/** The published metadata of providers, without the members that are not read here, and their source. */
const records: Record<string, { from: string; document: Document }> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'providers/discovery.json'), 'utf8'),
);

/** The findings of check-config other than ok; each guide explains its own. */
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
  for (const { from } of Object.values(records)) assert.ok(from.length > 20);
});

for (const name of names) {
  test(`the entry of docs/providers/${name}.md passes check-config against the recorded provider`, async (t) => {
    const { code, findings } = await check(
      t,
      entryOf(name),
      records[name]?.document ?? assert.fail(name),
    );
    const said = findings.filter((line) => !line.startsWith('ok '));
    assert.deepEqual(
      said.map((line) => line.split(/:? with some/)[0]),
      expected[name] ?? [],
    );
    assert.equal(code, 0);
    for (const proof of [
      /usable metadata and keys/,
      /accepts id and secret/,
      /the provider knows https:/,
    ])
      assert.match(findings.join('\n'), proof);
  });
}

/** The variables of a guide. */
function entryOf(name: string): string {
  const page = readFileSync(join(projectFolder, 'docs/providers', `${name}.md`), 'utf8');
  const entries = [...page.matchAll(/^```ini\n(.*?)^```/gms)].map(([, text = '']) => text);
  assert.equal(entries.length, 1, `${name} has ${entries.length} entries`);
  return entries[0] ?? '';
}

/** Runs check-config with production.yaml and these variables, at a provider with the metadata of the record. */
async function check(t: TestContext, entry: string, { issuer, ...record }: Document) {
  const client = { clientId: 'dueline', clientSecret: 'the-secret-of-the-client' };
  const provider = await startProvider(t, { nowMs: Date.now, issuer, ...client });
  const { authorization_endpoint: _, token_endpoint: __, jwks_uri: ___, ...said } = record;
  provider.play({ discovery: (good) => ({ ...good, ...said }) });
  const env = {
    ...parseEnv(entry),
    PROFILE: 'production',
    // A service that runs on this machine has the usual port.
    PORT: String(await freePort()),
    DATA: emptyFolder(t),
    STORE_URL: 'sqlite::memory:',
    ALLOWED_HOSTS: 'tasks.example.com',
    ALLOWED_EMAILS: '@example.com',
    SESSION_SECRET: 'The 1st session secret, long enough to be one.',
    CLIENT_ID: client.clientId,
    CLIENT_SECRET: client.clientSecret,
  };
  return checkFile('', [], {
    env,
    fetch: async (input, init) => {
      const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
      if (!pathname.endsWith('/authorize')) return provider.fetch(input, init);
      const location = `${searchParams.get('redirect_uri')}?error=login_required`;
      return new Response(null, { status: 303, headers: { location } });
    },
  });
}

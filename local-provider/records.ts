import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { AdapterFactory, AdapterPayload, JWKS } from 'oidc-provider';

export type Person = Readonly<{ email: string; name: string | null; picture: string | null }>;

/** The id of an account contains the email, and the name of a person whom the profile does not list. */
export const accountIdOf = (email: string, name: string): string => `${email}\n${name}`;

export type PersonOf = ReturnType<typeof makePersonOf>;

export function makePersonOf(listed: readonly Person[]) {
  return (accountId: string): Person => {
    const [email = '', name = ''] = accountId.split('\n');
    return (
      listed.find((each) => each.email === email) ?? { email, name: name || null, picture: null }
    );
  };
}

export type Records = ReturnType<typeof openRecords>;

/** Opens local-provider.db, for its owner only. It has the keys, grants, tokens and sessions that a renewal after a restart needs. */
export function openRecords(folder: string) {
  const path = join(folder, 'local-provider.db');
  // Created here because SQLite would let all users read it. The files beside it get the same mode.
  appendFileSync(path, '', { mode: 0o600 });
  const database = new DatabaseSync(path, { timeout: 5000 });
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS record (
      model TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL, PRIMARY KEY (model, id)
    ) STRICT, WITHOUT ROWID;
  `);
  const replace = database.prepare('REPLACE INTO record (model, id, payload) VALUES (?, ?, ?)');
  const select = database.prepare('SELECT payload FROM record WHERE model = ? AND id = ?');
  const selectByUid = database.prepare(
    "SELECT payload FROM record WHERE model = ? AND payload ->> 'uid' = ?",
  );
  const destroy = database.prepare('DELETE FROM record WHERE model = ? AND id = ?');
  const revoke = database.prepare("DELETE FROM record WHERE payload ->> 'grantId' = ?");
  const sweep = database.prepare("DELETE FROM record WHERE payload ->> 'exp' <= unixepoch()");
  const find = (model: string, id: string) => payloadOf(select.get(model, id));
  const keep = (model: string, id: string, payload: object) =>
    void replace.run(model, id, JSON.stringify(payload));

  // `find` returns an expired record too: the provider checks `exp`.
  const adapter: AdapterFactory = (model) => ({
    upsert: async (id, payload) => {
      sweep.run();
      keep(model, id, payload);
    },
    find: async (id) => find(model, id),
    findByUid: async (uid) => payloadOf(selectByUid.get(model, uid)),
    // Only the device flow uses user codes, and it is switched off.
    findByUserCode: async () => undefined,
    consume: async (id) =>
      keep(model, id, { ...find(model, id), consumed: Math.floor(Date.now() / 1000) }),
    destroy: async (id) => void destroy.run(model, id),
    revokeByGrantId: async (grantId) => void revoke.run(grantId),
  });

  return {
    adapter,
    readKeys: (): JWKS => {
      const kept = find('Keys', 'signing')?.jwks;
      if (kept !== undefined) return kept;
      const jwks = { keys: [makeKey()] };
      keep('Keys', 'signing', { jwks });
      return jwks;
    },
    close: () => database.close(),
  };
}

function payloadOf(row: Record<string, unknown> | undefined): AdapterPayload | undefined {
  const payload: unknown =
    typeof row?.['payload'] === 'string' ? JSON.parse(row['payload']) : undefined;
  if (isPayload(payload)) return payload;
  return undefined;
}

const isPayload = (value: unknown): value is AdapterPayload =>
  typeof value === 'object' && value !== null;

const makeKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  // Shorter than the library's key id: each ID token has it, and so the session cookie.
  kid: randomBytes(9).toString('base64url'),
  use: 'sig',
});

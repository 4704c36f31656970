import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';

import type { AdapterFactory, AdapterPayload } from 'oidc-provider';

/** The provider's storage of grants, tokens, sessions and interactions. Each write removes expired rows. */
export function openRecords(database: DatabaseSync, nowMs: () => number): AdapterFactory {
  const upsert = database.prepare(
    `INSERT INTO record (model, id, payload, grant_id, uid, expires_at_seconds) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
       uid = excluded.uid, expires_at_seconds = excluded.expires_at_seconds`,
  );
  const live = '(expires_at_seconds IS NULL OR expires_at_seconds > ?)';
  const find = database.prepare(`SELECT payload FROM record WHERE model = ? AND id = ? AND ${live}`);
  const findByUid = database.prepare(`SELECT payload FROM record WHERE uid = ? AND model = ? AND ${live}`);
  const consume = database.prepare(
    "UPDATE record SET payload = json_set(payload, '$.consumed', ?) WHERE model = ? AND id = ?",
  );
  const destroy = database.prepare('DELETE FROM record WHERE model = ? AND id = ?');
  const revoke = database.prepare('DELETE FROM record WHERE grant_id = ?');
  const sweep = database.prepare('DELETE FROM record WHERE expires_at_seconds <= ?');
  const nowSeconds = () => Math.floor(nowMs() / 1000);

  return (model) => ({
    upsert: async (id, payload, expiresInSeconds) => {
      sweep.run(nowSeconds());
      const endSeconds = expiresInSeconds === undefined ? null : nowSeconds() + expiresInSeconds;
      const { grantId = null, uid = null } = payload;
      upsert.run(model, id, JSON.stringify(payload), grantId, uid, endSeconds);
    },
    find: async (id) => payloadOf(find.get(model, id, nowSeconds())),
    findByUid: async (uid) => payloadOf(findByUid.get(uid, model, nowSeconds())),
    // Only the device flow asks by user code, and it is switched off.
    findByUserCode: async () => undefined,
    consume: async (id) => void consume.run(nowSeconds(), model, id),
    destroy: async (id) => void destroy.run(model, id),
    revokeByGrantId: async (grantId) => void revoke.run(grantId),
  });
}

function payloadOf(row: Record<string, SQLOutputValue> | undefined): AdapterPayload | undefined {
  if (typeof row?.['payload'] !== 'string') return undefined;
  const payload: unknown = JSON.parse(row['payload']);
  return isPayload(payload) ? payload : undefined;
}

const isPayload = (value: unknown): value is AdapterPayload => typeof value === 'object' && value !== null;

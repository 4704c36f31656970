import assert from 'node:assert/strict';
import { createHash, hkdfSync } from 'node:crypto';
import { test } from 'node:test';

import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose';

import { makeSealer, readSession } from './seal.ts';

const secret = 'a secret of more than thirty-two bytes';
const purpose = 'session';
const sealer = makeSealer([secret], purpose);
const plain = 'héllo, sealed wörld';
const sealed = sealer.seal(plain);
// The key that RFC 5869 derives from secret and purpose, so that the library below needs no code of the service.
const derivedKey = new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));

test('what a sealer seals, it opens, and no two sealed texts are alike', () => {
  const written = Array.from({ length: 100 }, () => sealer.seal(plain));
  for (const text of written) assert.equal(sealer.open(text), plain);
  assert.equal(new Set(written.map((text) => text.split('.')[2])).size, 100);
});

test('sealed text is a compact JWE that jose opens, and what jose seals with the same key and header opens', async () => {
  const { plaintext, protectedHeader } = await compactDecrypt(sealed, derivedKey, {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  });
  assert.equal(new TextDecoder().decode(plaintext), plain);
  assert.deepEqual(Object.keys(protectedHeader), ['alg', 'enc', 'kid']);
  assert.equal(sealer.open(await sealWithJose(plain, {})), plain);
});

test('only dir and A256GCM with a known kid open, with any key', async () => {
  const direct = { alg: 'dir', enc: 'A256GCM' };
  for (const header of [
    { kid: 'another' },
    { cty: 'text' },
    { enc: 'A128CBC-HS256' },
    { alg: 'A256GCMKW' },
  ])
    assert.equal(sealer.open(await sealWithJose(plain, header)), undefined, JSON.stringify(header));
  assert.equal(sealer.open(withHeader({ ...direct, alg: 'none', kid: kidOf(sealed) })), undefined);
  assert.equal(sealer.open(withHeader(direct)), undefined);
});

test('the kid is a fingerprint of the derived key and not of the secret', () => {
  const fingerprint = (key: string | Uint8Array) =>
    createHash('sha256').update(key).digest('base64url');
  const kid = kidOf(sealed);
  assert.match(kid, /^[\w-]{8}$/);
  assert.ok(fingerprint(derivedKey).startsWith(kid));
  assert.ok(!fingerprint(secret).startsWith(kid));
});

test('another encoding of the same bytes, a shortened tag and a part of another sealed text do not open', () => {
  const parts = sealed.split('.');
  assert.equal(sealer.open(parts.with(1, 'A').join('.')), undefined);
  // Some of these differ only in the bits of the last character that belong to no byte.
  for (const last of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
    if (!sealed.endsWith(last))
      assert.equal(sealer.open(sealed.slice(0, -1) + last), undefined, last);
  for (const more of ['=', '\n', 'A']) assert.equal(sealer.open(sealed + more), undefined);
  const tag = Buffer.from(parts[4] ?? '', 'base64url');
  for (const bytes of [0, 4, 8, 12, 13, 14, 15]) {
    const short = tag.subarray(0, bytes).toString('base64url');
    assert.equal(sealer.open(parts.with(4, short).join('.')), undefined);
  }
  const others = sealer.seal(plain).split('.');
  for (const part of [2, 3, 4])
    assert.equal(
      sealer.open(parts.with(part, others[part] ?? '').join('.')),
      undefined,
      `part ${part}`,
    );
});

test('a text of thousands of parts is refused without reading each', (t) => {
  const [header = ''] = sealed.split('.');
  const decoding = t.mock.method(Buffer, 'from');
  assert.equal(sealer.open(header + '.'.repeat(30_000)), undefined);
  assert.ok(decoding.mock.callCount() < 10, `${decoding.mock.callCount()} parts were decoded`);
});

test('a text with a missing, wrong or further field is no session', () => {
  const good = [
    'i',
    'a',
    null,
    0,
    3600,
    32_400,
    'random',
    0,
    86_400,
    null,
    'client_secret_basic',
    null,
  ];
  for (const fields of [good, good.slice(0, -1)]) assert.ok(readSession(JSON.stringify(fields)));
  const wrong = good.map((field, at) => good.with(at, typeof field === 'number' ? 2.5 : 7));
  for (const fields of [...wrong, good.slice(0, -2), [...good, 6], { length: 11 }, null, 'text'])
    assert.equal(readSession(JSON.stringify(fields)), undefined, JSON.stringify(fields));
});

const kidOf = (text: string): string => String(decodeProtectedHeader(text).kid);

function withHeader(header: object): string {
  const [, ...parts] = sealed.split('.');
  return [Buffer.from(JSON.stringify(header)).toString('base64url'), ...parts].join('.');
}

function sealWithJose(text: string, header: Record<string, unknown>): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: kidOf(sealed), ...header })
    .encrypt(derivedKey);
}

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';

import { makePictureFor } from './avatar.ts';

const email = 'ada@example.com';
const hash = createHash('sha256').update(email).digest('hex');
const keptMs = 10 * 60_000;

type Behaviour = () => Promise<Response>;

const answer = (status: number) => async () => new Response(null, { status });

/** Pictures from an avatar service with this behaviour, with the clock and the requests that the service got. */
function play(behaviour: Behaviour, settings: Partial<Parameters<typeof makePictureFor>[0]> = {}) {
  const state = { nowMs: 0, behaviour };
  const seen: string[] = [];
  const fetch: typeof globalThis.fetch = (address, { method } = {}) => {
    seen.push(`${method} ${new Request(address).url}`);
    return state.behaviour();
  };
  const urlTemplate = 'https://avatars.example/{hash}?d=404&h={hash}';
  const given = { enabled: true, urlTemplate, timeoutMs: 60_000, fetch, nowMs: () => state.nowMs };
  return { pictureFor: makePictureFor({ ...given, ...settings }), state, seen };
}

test('a picture is the address of an avatar that the service confirms, by the hash of the trimmed and lower-cased email', async () => {
  const { pictureFor, seen } = play(answer(200));
  const url = `https://avatars.example/${hash}?d=404&h=${hash}`;
  for (const written of [email, ' Ada@EXAMPLE.com ']) assert.equal(await pictureFor(written), url);
  assert.deepEqual(seen, [`HEAD ${url}`, `HEAD ${url}`]);
});

test('the lookup result is cached by email address for ten minutes: there, not there, failed', async () => {
  const cut = () => Promise.reject(new TypeError('cut'));
  for (const behaviour of [answer(200), answer(404), answer(204), cut]) {
    const { pictureFor, state, seen } = play(behaviour);
    const picture = await pictureFor(email);
    assert.equal(picture === null, behaviour === cut || (await behaviour()).status !== 200);
    await pictureFor('grace@example.com');
    state.nowMs += keptMs - 1;
    state.behaviour = answer(200);
    assert.equal(await pictureFor(email), picture);
    assert.equal(seen.length, 2);
    state.nowMs += 1;
    assert.notEqual(await pictureFor(email), null);
  }
  const { pictureFor } = play(answer(200), { urlTemplate: '{hash}', fetch });
  assert.equal(await pictureFor(email), null, 'a template that is no address');
});

test('a slow lookup is given up at the deadline', async () => {
  const hangs: typeof fetch = (_address, { signal } = {}) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  const { pictureFor } = play(answer(200), { timeoutMs: 1, fetch: hangs });
  assert.equal(await pictureFor(email), null);
});

test('requests that arrive together share one lookup', async () => {
  const { pictureFor, seen } = play(answer(200));
  const pictures = await Promise.all(Array.from({ length: 20 }, () => pictureFor(email)));
  assert.equal(new Set(pictures).size, 1);
  assert.notEqual(pictures[0], null);
  assert.equal(seen.length, 1);
});

test('the cache is bounded: the oldest lookup of 5000 makes room', async () => {
  const { pictureFor, seen } = play(answer(404));
  for (let i = 0; i < 5000; i += 1) await pictureFor(`${i}@example.com`);
  const counts: number[] = [];
  for (const address of [0, 5000, 1, 0]) {
    await pictureFor(`${address}@example.com`);
    counts.push(seen.length);
  }
  assert.deepEqual(counts, [5000, 5001, 5001, 5002]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { makeClock } from '../../test/provider/clock.ts';
import { ProviderUnavailable } from './faults.ts';
import { makeLastGood } from './issuer.ts';

/** A document that is another one each time it is fetched, and cannot be while `away`. */
function makeDocument() {
  const clock = makeClock();
  const state = { away: false };
  let fetches = 0;
  const load = async () => {
    fetches += 1;
    if (state.away) throw new ProviderUnavailable('unreachable');
    return `copy ${fetches}`;
  };
  return { clock, lastGood: makeLastGood(load, 60_000, clock.nowMs), fetches: () => fetches, state };
}

test('whoever saw the copy before the last one gets the last one, without a fetch', async () => {
  const { lastGood, fetches } = makeDocument();
  const first = await lastGood.get();
  assert.equal(await lastGood.newerThan(first), 'copy 2');
  assert.equal(await lastGood.newerThan(first), 'copy 2');
  assert.equal(fetches(), 2);
});

test('those who want a newer copy together share one fetch', async () => {
  const { lastGood, fetches } = makeDocument();
  const first = await lastGood.get();
  assert.deepEqual(await Promise.all([lastGood.newerThan(first), lastGood.newerThan(first)]), [
    'copy 2',
    'copy 2',
  ]);
  assert.equal(fetches(), 2);
});

test('a copy newer than the last one is to be had every 30 s; in between the last one is the newest', async () => {
  const { clock, lastGood, fetches } = makeDocument();
  const second = await lastGood.newerThan(await lastGood.get());
  clock.advance(29_999);
  assert.equal(await lastGood.newerThan(String(second)), undefined);
  clock.advance(1);
  assert.equal(await lastGood.newerThan(String(second)), 'copy 3');
  assert.equal(fetches(), 3);
});

test('a fetch that failed brought nothing: the newest copy is still to be had', async () => {
  const { clock, lastGood, state } = makeDocument();
  const first = await lastGood.get();
  state.away = true;
  await assert.rejects(lastGood.newerThan(first), ProviderUnavailable);
  await assert.rejects(lastGood.newerThan(first), ProviderUnavailable);
  state.away = false;
  clock.advance(1_000);
  assert.equal(await lastGood.newerThan(first), 'copy 3');
});

test('after the clock was set back, the copy counts as old and a newer one is to be had', async () => {
  const { clock, lastGood, fetches } = makeDocument();
  const second = await lastGood.newerThan(await lastGood.get());
  clock.advance(-3_600_000);
  assert.equal(await lastGood.newerThan(String(second)), 'copy 3');
  clock.advance(-3_600_000);
  assert.equal(await lastGood.get(), 'copy 4');
  assert.equal(fetches(), 4);
});

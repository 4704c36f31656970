import assert from 'node:assert/strict';
import { test } from 'node:test';

import { makeClock } from '../../test/provider/clock.ts';
import { ProviderUnavailable } from './faults.ts';
import { makeLastGood } from './last-good.ts';

/** A document that is another one each time it is fetched. */
function makeDocument() {
  const clock = makeClock();
  let fetches = 0;
  const load = async () => {
    fetches += 1;
    return `copy ${fetches}`;
  };
  return { clock, lastGood: makeLastGood(load, 60_000, clock.nowMs), fetches: () => fetches };
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

test('a copy newer than the last one is to be had every 30 s', async () => {
  const { clock, lastGood, fetches } = makeDocument();
  const second = await lastGood.newerThan(await lastGood.get());
  clock.advance(29_999);
  await assert.rejects(lastGood.newerThan(second), ProviderUnavailable);
  clock.advance(1);
  assert.equal(await lastGood.newerThan(second), 'copy 3');
  assert.equal(fetches(), 3);
});

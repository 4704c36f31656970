import assert from 'node:assert/strict';
import { test } from 'node:test';

import { waitSecondsIn } from './prefer.ts';

test('Prefer has the seconds of the first wait, at most 25, among other preferences (RFC 7240)', () => {
  const headers: Readonly<Record<string, number>> = {
    'wait=25': 25,
    'wait=7': 7,
    'wait=600': 25,
    'respond-async, WAIT = "10"; foo=bar': 10,
    'wait=3, wait=9': 3,
    'wait=0': 0,
    wait: 0,
    'wait=-1': 0,
    'wait=1.5': 0,
    'wait=99999999999': 0,
    'return=minimal': 0,
    '': 0,
  };
  for (const [header, seconds] of Object.entries(headers))
    assert.equal(waitSecondsIn(header), seconds, header);
  assert.equal(waitSecondsIn(undefined), 0);
  assert.equal(waitSecondsIn(['return=minimal', 'wait=5']), 5);
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { longestEmail, longestName, longestPictureUrl } from '../contract/auth.ts';
import { longestDescription } from '../contract/fields.ts';
import { idempotencyKey } from '../contract/endpoints.ts';
import { Profile, defaultRates } from '../server/config/profile.ts';
import { largestBody } from '../server/http/body.ts';
import { longestWaitSeconds } from '../server/http/prefer.ts';
import { burstSeconds } from '../server/http/rates.ts';
import { largestHead, longestAddress, longestArrivalMs } from '../server/http/server.ts';
import { mostOfPerson } from '../server/routes/change-waits.ts';
import { mostKeysOf } from '../server/routes/tasks.ts';
import { longestStopMs } from '../server/start.ts';
import { largestValue, mostChunksToWrite } from '../server/session/cookies.ts';
import { responseTimeoutMs, longestAnswerBytes } from '../server/sign-in/ask.ts';
import { attemptLifetimeSeconds, mostAttempts } from '../server/sign-in/attempts.ts';
import { mostWaitingPerConnection, timeouts } from '../server/store/postgres/postgres-store.ts';
import { idempotencyLifetimeMs, keyPartMs } from '../server/store/store.ts';
import { defaultLimits } from '../server/store/sqlite/write-queue.ts';
import { defaultOf } from './profile-schema.ts';

const { mostPerPerson, mostBytesPerPerson, mostWaiting } = Profile.properties.tasks.properties;
const usualTasks = Number(defaultOf(mostPerPerson));
const keys = mostKeysOf(usualTasks);
const seconds = (ms: number) => `${ms / 1000} s`;
const kibibytes = (bytes: number) => `${bytes / 1024} KiB`;

/** The beginning of each limit of docs/reference/limits.md, in the order of the page. */
const limits = [
  kibibytes(largestHead),
  `${longestAddress} characters`,
  kibibytes(largestBody),
  seconds(longestArrivalMs),
  `${defaultRates.signInsPerMinute} requests a minute`,
  `${defaultRates.requestsPerSecond} a second, ${defaultRates.requestsPerSecond * burstSeconds} at once`,
  `${usualTasks}, or`,
  `${String(defaultOf(mostBytesPerPerson))} bytes`,
  `${longestDescription} characters`,
  `\`${idempotencyKey.pattern}\`, remembered for ${idempotencyLifetimeMs / 3_600_000} h`,
  `${keys} at once, and another one every ${seconds(keyPartMs(keys))};`,
  `${longestEmail} characters`,
  `${longestName} and ${longestPictureUrl} characters`,
  'no limit',
  `${mostChunksToWrite * largestValue} characters, in ${mostChunksToWrite} cookies: about ${Math.floor((mostChunksToWrite * largestValue * 3) / 4000)},000 characters`,
  `${mostAttempts}, for ${attemptLifetimeSeconds / 60} minutes each`,
  `${seconds(responseTimeoutMs)} and ${kibibytes(longestAnswerBytes)}`,
  `${defaultLimits.mostWaiting}, each for ${seconds(defaultLimits.lockTimeoutMs)}`,
  `${mostWaitingPerConnection} for each connection of the pool, each for ${seconds(timeouts.waitTimeoutMs)}`,
  seconds(timeouts.statementTimeoutMs),
  `${longestWaitSeconds} s, ${mostOfPerson} for one person, ${String(defaultOf(mostWaiting))} in a process`,
  seconds(longestStopMs),
];

test('each limit in docs/reference/limits.md is that of the service', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/reference/limits.md'), 'utf8');
  const [, , ...rows] = page.split('\n').filter((line) => line.startsWith('|'));
  assert.equal(rows.length, limits.length);
  for (const [index, row] of rows.entries()) {
    const [, what = '', limit = ''] = row.split(/ *\| */);
    assert.ok(limit.startsWith(limits[index] ?? ''), `${what}: ${limit}, not ${limits[index]}`);
  }
});

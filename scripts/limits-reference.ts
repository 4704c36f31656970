import { longestEmail, longestName, longestPictureUrl } from '../contract/auth.ts';
import { longestDescription } from '../contract/fields.ts';
import { idempotencyKey } from '../contract/endpoints.ts';
import { Profile, defaultRates } from '../server/config/profile.ts';
import { largestBody } from '../server/http/body.ts';
import { burstSeconds } from '../server/http/rates.ts';
import { largestHead, longestAddress, longestArrivalMs } from '../server/http/server.ts';
import { mostKeysOf } from '../server/routes/tasks.ts';
import { longestStopMs } from '../server/start.ts';
import { largestValue, mostChunksToWrite } from '../server/session/cookies.ts';
import { responseTimeoutMs, longestAnswerBytes } from '../server/sign-in/ask.ts';
import { attemptLifetimeSeconds, mostAttempts } from '../server/sign-in/attempts.ts';
import { mostWaitingPerConnection, timeouts } from '../server/store/postgres/postgres-store.ts';
import { idempotencyLifetimeMs, keyPartMs } from '../server/store/store.ts';
import { defaultLimits } from '../server/store/sqlite/write-queue.ts';
import { table } from './configuration-reference.ts';
import { defaultOf } from './profile-schema.ts';

/** The text of docs/reference/limits.md, made from the constants of the service. */
export function limitsReference(): string {
  return `# Limits

Made from the constants of the service by \`npm run reference\`. A status is that of the response, with the code of its problem document.

${table(['what', 'limit', 'beyond it'], rows).join('\n')}
`;
}

const { mostPerPerson, mostBytesPerPerson } = Profile.properties.tasks.properties;
const usualTasks = Number(defaultOf(mostPerPerson));
const seconds = (ms: number) => `${ms / 1000} s`;
const kibibytes = (bytes: number) => `${bytes / 1024} KiB`;
const overloaded = '503 `overloaded` with `Retry-After`';
const tooMany = '429 `too_many_requests` with `Retry-After`';
const invalid = '400 `validation_failed`';

const rows: readonly (readonly [what: string, limit: string, beyond: string])[] = [
  [
    'request line and headers, all cookies included',
    kibibytes(largestHead),
    '431 `headers_too_large`',
  ],
  ['path and query of an address', `${longestAddress} characters`, '414 `uri_too_long`'],
  ['body', kibibytes(largestBody), '413 `body_too_large`'],
  [
    'time until a request has arrived, for slow clients',
    seconds(longestArrivalMs),
    '408 `request_timeout`',
  ],
  [
    '[sign-ins of one address](../how-to/proxy.md#how-many-requests-of-one-address-pass)',
    `${defaultRates.signInsPerMinute} requests a minute, or \`rates.signInsPerMinute\``,
    tooMany,
  ],
  [
    'other requests of one address to `/api/`',
    `${defaultRates.requestsPerSecond} a second, ${defaultRates.requestsPerSecond * burstSeconds} at once, or \`rates.requestsPerSecond\``,
    tooMany,
  ],
  ['tasks of one person', `${usualTasks}, or \`tasks.mostPerPerson\``, '409 `too_many_tasks`'],
  [
    'JSON of the tasks of one person together',
    `${String(defaultOf(mostBytesPerPerson))} bytes, or \`tasks.mostBytesPerPerson\``,
    '409 `tasks_too_large`; a person above it can shorten and delete tasks',
  ],
  ['description of a task', `${longestDescription} characters`, invalid],
  [
    '`Idempotency-Key`',
    `\`${idempotencyKey.pattern}\`, remembered for ${idempotencyLifetimeMs / 3_600_000} h`,
    '400 `bad_request`',
  ],
  [
    'Idempotency-Keys of one person',
    `${mostKeysOf(usualTasks)} at once, and another one every ${keyPartMs(mostKeysOf(usualTasks)) / 1000} s; more where \`tasks.mostPerPerson\` is more`,
    '429 `too_many_keys` with `Retry-After`; a create without a key needs none',
  ],
  ['email of a person', `${longestEmail} characters`, '403 `email_invalid`'],
  [
    'name and picture address of a person',
    `${longestName} and ${longestPictureUrl} characters`,
    'counts as absent',
  ],
  ['entries of `auth.allowedEmails`', 'no limit', ''],
  [
    'a sealed session',
    `${mostChunksToWrite * largestValue} characters, in ${mostChunksToWrite} cookies: about ${Math.floor((mostChunksToWrite * largestValue * 3) / 4000)},000 characters of tokens`,
    'the sign-in fails, and the log says `session_too_large`; a renewal is refused, and the session ends',
  ],
  [
    'sign-ins at the same time in one browser',
    `${mostAttempts}, for ${attemptLifetimeSeconds / 60} minutes each`,
    'the oldest is dropped',
  ],
  [
    'a response of the provider',
    `${seconds(responseTimeoutMs)} and ${kibibytes(longestAnswerBytes)}`,
    'counts as an outage',
  ],
  [
    'writes that wait for the embedded database',
    `${defaultLimits.mostWaiting}, each for ${seconds(defaultLimits.lockTimeoutMs)}`,
    overloaded,
  ],
  [
    'operations that wait for PostgreSQL',
    `${mostWaitingPerConnection} for each connection of the pool, each for ${seconds(timeouts.waitTimeoutMs)}`,
    overloaded,
  ],
  [
    'a statement in PostgreSQL',
    seconds(timeouts.statementTimeoutMs),
    '503 `store_unavailable` with `Retry-After`',
  ],
  ['running requests when the service stops', seconds(longestStopMs), 'the connection is closed'],
];

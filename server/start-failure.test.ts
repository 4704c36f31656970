import assert from 'node:assert/strict';
import { test } from 'node:test';

import { explainStartFailure } from './start-failure.ts';

const failure = (code: string, more: object) => Object.assign(new Error(code), { code, ...more });

test('an error of the system at the start gets a sentence that says what to do', () => {
  for (const [code, more, sentence] of [
    ['EADDRINUSE', { port: 80 }, /^Port 80 is taken\. .*PORT=/],
    ['EACCES', { port: 80 }, /^Port 80 may not be used by this user\. .*PORT=/],
    ['EACCES', { path: '/data' }, /^\/data may not be read or written by this user\. .*DATA=/],
    ['EADDRNOTAVAIL', { address: '192.0.2.1', port: 80 }, /^192\.0\.2\.1 is not an address of .*HOST or M/],
    ['ENOTFOUND', { hostname: 'tasks:80' }, /^tasks:80 is not an address of this machine\. .*HOST or M/],
    ['EAI_AGAIN', { hostname: 'tasks.example' }, /^tasks\.example is not an address of this machine\. /],
    ['ENOSPC', { path: '/data' }, /^\/data cannot be written: the disk is full\. .*DATA=/],
  ] as const)
    assert.match(explainStartFailure(failure(code, more)) ?? '', sentence, code);
  assert.equal(explainStartFailure(failure('EMFILE', {})), undefined);
});

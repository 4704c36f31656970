import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';

import { keepFrequentHeads } from './frequent-heads.ts';
import { makeKeptResponses } from './kept-responses.ts';
import { digestOf } from './request-head.ts';

function requestOf(person: number): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  const cookie = `q_session=${person}x${'y'.repeat(1000)}`;
  return Object.assign(request, { method: 'GET', url: '/api/tasks', rawHeaders: ['Cookie', cookie] });
}

const response = (person: number) => ({
  route: '/api/tasks',
  status: 200,
  headers: [],
  body: `list of ${person}`.padEnd(1000),
  isFresh: () => true,
  isCurrent: async () => true,
});

test('the oldest responses are removed beyond the limit, and all that are kept belong to their request', () => {
  // About 2 KB each.
  const responses = makeKeptResponses({ bytes: 100_000, bytesOfHeads: 10_000 });
  for (let person = 0; person < 200; person += 1) responses.keep(requestOf(person), response(person));
  const found = Array.from({ length: 200 }, (_, person) => responses.find(requestOf(person))?.body);
  assert.deepEqual(found[199], response(199).body);
  assert.equal(found[0], undefined);
  const kept = found.filter((body) => body !== undefined);
  assert.ok(kept.length >= 30 && kept.length <= 60, String(kept.length));
  for (const [person, body] of found.entries())
    assert.ok(body === undefined || body === response(person).body, String(person));
});

test('responses whose session is no longer fresh are removed when another one is kept', () => {
  const responses = makeKeptResponses({ bytes: 100_000, bytesOfHeads: 10_000 });
  let freshFrom = 0;
  const keep = (person: number) =>
    responses.keep(requestOf(person), { ...response(person), isFresh: () => person >= freshFrom });
  for (let person = 0; person < 30; person += 1) keep(person);
  assert.ok(responses.find(requestOf(0)), 'there is room for all');
  freshFrom = 20;
  for (let person = 30; person < 50; person += 1) keep(person);
  for (let person = 0; person < 50; person += 1)
    assert.equal(responses.find(requestOf(person)) !== undefined, person >= 20, String(person));
});

test('a request that differs in one character is another one, be its head kept as text or as a digest', () => {
  const responses = makeKeptResponses();
  responses.keep(requestOf(1), response(1));
  const other = requestOf(1);
  other.rawHeaders = [...other.rawHeaders.slice(0, 1), `${other.rawHeaders[1]?.slice(0, -1)}z`];
  // From the third time on the head is kept as text.
  for (let count = 0; count < 4; count += 1) {
    assert.equal(responses.find(other), undefined, String(count));
    assert.equal(responses.find(requestOf(1))?.body, response(1).body);
  }
});

test('a request that comes again soon is compared as text, one of many that come in turns by its digest', () => {
  const digestReads = (people: number, bytes: number) => {
    const heads = keepFrequentHeads(bytes);
    let reads = 0;
    const owners = Array.from({ length: people }, (_, person) => {
      const digest = digestOf(requestOf(person));
      return {
        person,
        owner: {
          get digest() {
            reads += 1;
            return digest;
          },
        },
      };
    });
    for (let round = 0; round < 4; round += 1)
      for (const { person, owner } of owners) assert.ok(heads.isOf(owner, requestOf(person)));
    return reads;
  };
  assert.equal(digestReads(10, 100_000), 2 * 10);
  assert.equal(digestReads(10, 0), 4 * 10);
  assert.equal(digestReads(2000, 10_000_000), 4 * 2000);
});

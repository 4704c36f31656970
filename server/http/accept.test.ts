import assert from 'node:assert/strict';
import { test } from 'node:test';

import { acceptedCoding, accepts, isNavigation } from './accept.ts';

test('the most specific range of an Accept header decides', () => {
  const json = 'application/json';
  for (const header of [
    undefined,
    '',
    '*/*',
    'application/*',
    'text/html, application/json;q=0.1',
    'APPLICATION/JSON',
  ]) {
    assert.equal(accepts(header, json), true, String(header));
  }
  for (const header of [
    'text/html',
    'application/json;q=0, */*',
    'application/*;q=0, */*',
    '*/*;q=0',
    'image/*',
  ]) {
    assert.equal(accepts(header, json), false, header);
  }
});

test('only a GET that names text/html is a navigation', () => {
  assert.equal(isNavigation('GET', 'text/html,application/xhtml+xml,*/*;q=0.8'), true);
  assert.equal(isNavigation('GET', '*/*'), false);
  assert.equal(isNavigation('GET', 'text/html;q=0'), false);
  assert.equal(isNavigation('GET', undefined), false);
  assert.equal(isNavigation('POST', 'text/html'), false);
});

test('the first allowed content coding is used', () => {
  const codings = ['br', 'gzip'] as const;
  assert.equal(acceptedCoding('gzip, deflate, br', codings), 'br');
  assert.equal(acceptedCoding('gzip;q=1.0, br;q=0', codings), 'gzip');
  assert.equal(acceptedCoding('*', codings), 'br');
  assert.equal(acceptedCoding('identity', codings), undefined);
  assert.equal(acceptedCoding(undefined, codings), undefined);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { initialsOf, isPictureUrl } from './initials.ts';

test('initials come from a name or an email address; pictures come over https only', () => {
  assert.deepEqual(['Ada Lovelace', 'ada.byron@example.org', 'Émile', '🌱', ''].map(initialsOf), [
    'AL',
    'AB',
    'É',
    '',
    '',
  ]);
  assert.deepEqual(['https://a/b', 'http://a/b', 'javascript:1', 'x'].map(isPictureUrl), [
    true,
    false,
    false,
    false,
  ]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { begunSession } from '../../test/begun-session.ts';
import { ada, identityOf, problem, tokenOf } from '../../test/claims.ts';
import { keepIdentities } from './identity.ts';

const sessionWith = (claims: object) =>
  begunSession({ idToken: tokenOf(claims), accessToken: 'a' }, 1_700_000_000, 3600, 3600);

test('the claims of a session are read once, those of its renewal again, and a refusal is not kept', () => {
  const read: string[] = [];
  const keptIdentityOf = keepIdentities((idToken) => {
    read.push(idToken);
    return identityOf(idToken);
  });
  const [first, renewed] = [sessionWith(ada), sessionWith({ ...ada, name: 'Ada King' })];
  const names = [first, first, renewed, first].map((session) => keptIdentityOf(session).name);
  assert.deepEqual(names, ['Ada Byron', 'Ada Byron', 'Ada King', 'Ada Byron']);
  assert.equal(read.length, 2);

  const refused = sessionWith({});
  assert.throws(() => keptIdentityOf(refused), problem('email_missing'));
  assert.throws(() => keptIdentityOf(refused), problem('email_missing'));
});

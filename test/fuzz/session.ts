import assert from 'node:assert/strict';

import fc from 'fast-check';

import { Problem } from '../../server/http/problems.ts';
import { makeIdentityOf } from '../../server/people/identity.ts';
import { readSession, writeSession } from '../../server/session/seal.ts';
import { sessionPhase } from '../../server/session/session.ts';
import type { Subject } from './subject.ts';

const binary = fc.string({ unit: 'binary' });
const claims = fc.oneof(
  fc.json(),
  fc.object().map((value) => JSON.stringify(value)),
);
const token = fc.oneof(
  binary,
  fc.constant(null),
  claims.map((json) => `e30.${Buffer.from(json).toString('base64url')}.`),
);
const time = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double(), fc.string());
const id = fc.string({ minLength: 1 });
const others = [id, fc.integer(), fc.nat(), fc.option(fc.string()), fc.string()] as const;
const complete = fc.tuple(token, token, token, time, time, time, ...others);
const incomplete = fc.array(fc.oneof(token, time), { maxLength: 12 });

export const session: Subject = {
  promise: 'any JSON in a sealed session is no session, an ended one, or one without an identity',
  begin() {
    const identityOf = makeIdentityOf({ allowedEmails: null, requireVerifiedEmail: false });
    let sessions = 0;
    return {
      inputs: fc.oneof(
        fc.json(),
        fc.oneof(complete, incomplete).map((parts) => JSON.stringify(parts)),
      ),
      check(text) {
        const read = readSession(text);
        if (read === undefined) return;
        sessions += 1;
        assert.deepEqual(readSession(writeSession(read)), read);
        for (const nowSeconds of [-1, 0, read.expiresAtSeconds, 2 ** 40])
          assert.ok(['fresh', 'renewable', 'ended'].includes(sessionPhase(read, nowSeconds)));
        assert.ok(identityOf(read.tokens.idToken) instanceof Problem);
      },
      assertReached: () => assert.ok(sessions > 10, `${sessions} had the form of a session`),
    };
  },
};

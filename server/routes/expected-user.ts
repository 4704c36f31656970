import { hash } from 'node:crypto';

import type { onRequestHookHandler } from 'fastify';

import { expectedUser } from '../../contract/headers.ts';
import type { IdentityOf } from '../people/identity.ts';
import { Problem } from '../http/problems.ts';
import { sessionOf } from '../session/guard.ts';

/** A hook, behind the guard, that refuses with another_user a request meant for somebody else; without the header it passes. */
export function makeAnotherUserRefusal(identityOf: IdentityOf): onRequestHookHandler {
  return (request, _reply, done) => {
    const expected = request.headers[headerName];
    if (expected === undefined) return done();
    const { email } = identityOf(sessionOf(request));
    if (expected !== hash('sha256', email, 'base64url')) throw new Problem('another_user');
    done();
  };
}

const headerName = expectedUser.name.toLowerCase();

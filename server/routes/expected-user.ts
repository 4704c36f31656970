import { createHash } from 'node:crypto';

import type { FastifyRequest } from 'fastify';

import { expectedUser } from '../../contract/headers.ts';
import type { IdentityOf } from '../people/identity.ts';
import { Problem } from '../request/problems.ts';
import { sessionOf } from '../session/guard.ts';

/** A hook, behind the guard, that refuses with another_user a request meant for somebody else; without the header it passes. */
export function makeAnotherUserRefusal(identityOf: IdentityOf): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const expected = request.headers[headerName];
    if (expected === undefined) return;
    const { email } = identityOf(sessionOf(request).tokens.idToken);
    if (expected !== createHash('sha256').update(email).digest('base64url'))
      throw new Problem('another_user');
  };
}

const headerName = expectedUser.name.toLowerCase();

import type { FastifyReply, FastifyRequest } from 'fastify';

import type { CookieToSet } from '../request/cookie.ts';
import { readCookies, setCookie } from '../request/cookie.ts';
import type { OriginOf } from '../request/origin.ts';
import type { Companion } from '../session/companion.ts';
import type { Conversation, ConversationParts } from './conversation.ts';
import { makeConversation } from './conversation.ts';
import type { Finished } from './finish.ts';
import type { BrowserRequest } from './pending.ts';

/** The conversation with the profile's provider, between requests and replies. */
export type SignIn = Omit<Conversation, 'startSignIn' | 'finishSignIn'> &
  Readonly<{
    /** 302 to the provider. Refuses with sign_in_not_configured or provider_unavailable, and sets no cookie then. */
    beginSignIn: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
    /** Takes the provider's redirect; sends nothing. Refuses as beginSignIn does. The state cookie expires in every case. */
    finishSignIn: (request: FastifyRequest, reply: FastifyReply) => Promise<Finished>;
  }>;

type Parts = ConversationParts & Readonly<{ companion: Companion; originOf: OriginOf }>;

/** Reads the requests, sets the cookies and redirects; `conversation.ts` decides. */
export function makeSignIn({ companion, originOf, ...parts }: Parts): SignIn {
  const { startSignIn, finishSignIn, ...conversation } = makeConversation(parts);

  const read = (request: FastifyRequest): BrowserRequest => ({
    origin: originOf(request),
    cookies: readCookies(request, ''),
    matchesCompanion: (hash) => companion.matches(request, hash),
  });

  return {
    ...conversation,
    async beginSignIn(request, reply) {
      const given = companion.give(request);
      const { address, cookies } = await startSignIn(read(request), given.hash, request.log);
      setCookies(reply, [...given.cookies, ...cookies]);
      return reply.redirect(address, 302);
    },
    async finishSignIn(request, reply) {
      const { cookies, outcome } = finishSignIn(read(request), request.url, request.log);
      setCookies(reply, cookies);
      return outcome;
    },
  };
}

function setCookies(reply: FastifyReply, cookies: readonly CookieToSet[]): void {
  for (const cookie of cookies) setCookie(reply, cookie);
}

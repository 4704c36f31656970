import type { FastifyReply, FastifyRequest } from 'fastify';

import { readCookies, setCookies } from '../http/cookie.ts';
import type { OriginOf } from '../http/origin.ts';
import type { Companion } from '../session/companion.ts';
import type { ConversationParts } from './conversation.ts';
import { makeConversation } from './conversation.ts';
import type { Finished } from './finish.ts';
import type { BrowserRequest } from './pending.ts';

export type SignIn = ReturnType<typeof makeSignIn>;

type Parts = ConversationParts & Readonly<{ companion: Companion; originOf: OriginOf }>;

/** The conversation with the profile's provider, between requests and replies; `conversation.ts` decides. */
export function makeSignIn({ companion, originOf, ...parts }: Parts) {
  const { startSignIn, finishSignIn, ...conversation } = makeConversation(parts);

  const read = (request: FastifyRequest): BrowserRequest => ({
    origin: originOf(request),
    cookies: readCookies(request, ''),
    matchesCompanion: (hash) => companion.matches(request, hash),
  });

  return {
    ...conversation,
    /** 302 to the provider. Refuses with sign_in_not_configured or provider_unavailable, and sets no cookie then. */
    beginSignIn: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const given = companion.give(request);
      const { address, cookies } = await startSignIn(read(request), given.hash, request.log);
      setCookies(reply, [...given.cookies, ...cookies]);
      return reply.redirect(address, 302);
    },
    /** Takes the provider's redirect; sends nothing. Refuses as beginSignIn does. The state cookie expires in every case. */
    async finishSignIn(request: FastifyRequest, reply: FastifyReply): Promise<Finished> {
      const { cookies, outcome } = finishSignIn(read(request), request.url, request.log);
      setCookies(reply, cookies);
      return outcome;
    },
  };
}

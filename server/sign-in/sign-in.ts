import type { FastifyReply, FastifyRequest } from 'fastify';

import { setCookies } from '../http/cookie.ts';
import { giveCompanion, matchesCompanion } from '../session/companion.ts';
import { contextOf } from '../session/request-context.ts';
import type { ConversationParts } from './conversation.ts';
import { makeConversation } from './conversation.ts';
import type { Finished } from './finish.ts';
import type { BrowserRequest } from './attempts.ts';

export type SignIn = ReturnType<typeof makeSignIn>;

/** The conversation with the profile's provider, between requests and replies; `conversation.ts` decides. */
export function makeSignIn(parts: ConversationParts) {
  const { startSignIn, finishSignIn, ...conversation } = makeConversation(parts);

  const read = (request: FastifyRequest): BrowserRequest => {
    const context = contextOf(request);
    return { ...context, matchesCompanion: (hash) => matchesCompanion(context, hash) };
  };

  return {
    ...conversation,
    /** 302 to the provider. Refuses with sign_in_not_configured or provider_unavailable, and sets no cookie then. */
    beginSignIn: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const given = giveCompanion(contextOf(request));
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

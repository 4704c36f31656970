import type { FastifyReply, FastifyRequest } from 'fastify';

import { fitsIntoCookies } from '../session/chunks.ts';
import type { Sealer } from '../session/seal.ts';
import { sealSession } from '../session/seal.ts';
import type { SealedSession } from '../session/session.ts';
import { beginSession, sessionPhase } from '../session/session.ts';
import type { SessionLimits } from '../session/sign-in-record.ts';
import { recordSignIn } from '../session/sign-in-record.ts';
import { checkCallback, readParameters } from './callback.ts';
import type { Client } from './client.ts';
import { SignInRefused } from './faults.ts';
import type { Issuer } from './issuer.ts';
import type { PendingSignIns } from './pending.ts';
import { lifetimeSeconds, verifyIdToken } from './verify.ts';

type Parts = Readonly<{
  client: Client;
  issuer: Issuer;
  pendingSignIns: PendingSignIns;
  sessionSealer: Sealer;
  sessionLimits: SessionLimits;
  clockToleranceSeconds: number;
  nowMs: () => number;
}>;

/**
 * Takes the provider's redirect: spends the state, redeems the code, verifies the ID token, begins the session.
 * Throws SignInRefused, or ProviderUnavailable; either way the state is spent.
 */
export async function completeSignIn(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SealedSession> {
  const { client, issuer, nowMs } = parts;
  const parameters = readParameters(request.url);
  const pending = parts.pendingSignIns.spend(request, reply, parameters.getAll('state'));
  if (pending === undefined) throw new SignInRefused('state_unknown');
  const provider = await issuer.ready();
  const callback = checkCallback(parameters, pending, provider.metadata, client.id);
  const answer = await client.redeemCode(provider.metadata, callback, pending, request.log);
  if (answer.idToken === undefined) throw new SignInRefused('id_token_missing');

  const nowSeconds = Math.floor(nowMs() / 1_000);
  const claims = await verifyIdToken(answer.idToken, provider, issuer.newerKeys, {
    clientId: client.id,
    nonce: pending.nonce,
    accessToken: answer.accessToken,
    nowSeconds,
    toleranceSeconds: parts.clockToleranceSeconds,
  });
  const { idToken, accessToken, refreshToken } = answer;
  const tokens = { idToken, accessToken, ...(refreshToken === undefined ? {} : { refreshToken }) };
  const lifetime = lifetimeSeconds(claims, nowSeconds);
  const signIn = recordSignIn(nowMs(), lifetime, parts.sessionLimits, {
    companion: pending.companion,
    clientAuthentication: answer.clientAuthentication,
  });
  const session = beginSession(tokens, signIn, nowSeconds, lifetime, parts.sessionLimits);
  // The tolerance lets an ID token in that has just expired here: one that nothing can renew makes no session.
  if (sessionPhase(session, nowSeconds) === 'ended') throw new SignInRefused('id_token_exp');
  const sealed = sealSession(parts.sessionSealer, session);
  if (!fitsIntoCookies(sealed.sealed)) throw new SignInRefused('session_too_large');
  return sealed;
}

import type { FastifyRequest } from 'fastify';

import { Problem } from '../http/problems.ts';
import { namesOf } from '../people/identity.ts';
import type { Session } from '../session/session.ts';
import type { SignInEvent, Watch } from '../sign-in/sign-in.ts';
import type { Audit } from './audit.ts';
import type { Metrics, SignInOutcome } from './metrics.ts';
import { signInOutcomeOf } from './metrics.ts';

type EventOf<Kind extends SignInEvent['kind']> = Extract<SignInEvent, { kind: Kind }>;

/** Counts the outcomes of sign-ins and renewals, and the failures of the provider. Sign-ins and ended sessions are audited. */
export function makeWatch(metrics: Metrics, audit: Audit): Watch {
  function onRenewal({ outcome, reason }: EventOf<'renewal'>): void {
    metrics.countRenewal(outcome);
    if (outcome === 'unavailable') metrics.countProviderFailure(String(reason));
  }

  function onSignedIn({ request, session, identity }: EventOf<'signed_in'>): void {
    const person = emailOf(session);
    // A person whom the provider has authenticated may still be refused.
    if (identity instanceof Problem) return onNoSignIn(request, person, identity.code);
    metrics.countSignIn(signInOutcomeOf('signed_in'));
    audit({ event: 'sign_in', result: 'done', person, ...sourceOf(request) });
  }

  function onSignInFailed({ request, error, reason }: EventOf<'sign_in_failed'>): void {
    onNoSignIn(request, null, error instanceof Problem ? error.code : 'internal', reason);
  }

  function onNoSignIn(
    request: FastifyRequest,
    person: string | null,
    code: Parameters<typeof signInOutcomeOf>[0],
    reason?: string,
  ): void {
    const outcome = signInOutcomeOf(code);
    metrics.countSignIn(outcome);
    const result = isFailure.has(outcome) ? 'failed' : 'refused';
    const source = sourceOf(request);
    audit({ event: 'sign_in', result, reason: reason ?? outcome, person, ...source });
  }

  function onSignedOut({ request, session }: EventOf<'signed_out'>): void {
    const person = emailOf(session);
    audit({ event: 'sign_out', result: 'done', person, ...sourceOf(request) });
  }

  function onEndedByProvider({ request, reason }: EventOf<'ended_by_provider'>): void {
    const outcome = reason === undefined ? { result: 'done' as const } : refusedFor(reason);
    audit({ event: 'end_sessions', ...outcome, person: null, ...sourceOf(request) });
  }

  return (event) => {
    switch (event.kind) {
      case 'provider_failed':
        return metrics.countProviderFailure(event.reason);
      case 'renewal':
        return onRenewal(event);
      case 'signed_in':
        return onSignedIn(event);
      case 'sign_in_failed':
        return onSignInFailed(event);
      case 'signed_out':
        return onSignedOut(event);
      case 'ended_by_provider':
        return onEndedByProvider(event);
    }
  };
}

const refusedFor = (reason: string) => ({ result: 'refused' as const, reason });

const emailOf = ({ tokens }: Session): string | null => namesOf(tokens.idToken).email ?? null;

const sourceOf = ({ id: requestId, ip: from }: FastifyRequest) => ({ from, requestId });

/** Outcomes that say nothing about the person. */
const isFailure = new Set<SignInOutcome>([
  'provider_unavailable',
  'sign_in_not_configured',
  'internal',
]);

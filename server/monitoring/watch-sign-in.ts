import { Problem } from '../http/problems.ts';
import { namesOf } from '../people/identity.ts';
import type { Watch } from '../sign-in/sign-in.ts';
import type { Audit } from './audit.ts';
import type { Metrics, SignInOutcome } from './metrics.ts';
import { signInOutcomeOf } from './metrics.ts';

/** Counts the outcomes of sign-ins and renewals, and the failures of the provider. Sign-ins and ended sessions are audited. */
export function makeWatch(metrics: Metrics, audit: Audit): Watch {
  return (event) => {
    if (event.kind === 'provider_failed') return metrics.countProviderFailure(event.reason);
    if (event.kind === 'renewal') {
      const { outcome, reason } = event;
      metrics.countRenewal(outcome);
      if (outcome === 'unavailable') metrics.countProviderFailure(String(reason));
      return undefined;
    }
    const { id: requestId, ip: from } = event.request;
    if (event.kind === 'ended_by_provider') {
      const result = event.reason === undefined ? 'done' : 'refused';
      const why = event.reason === undefined ? {} : { reason: event.reason };
      return audit({ event: 'end_sessions', result, ...why, person: null, from, requestId });
    }
    const person =
      event.kind === 'sign_in_failed'
        ? null
        : (namesOf(event.session.tokens.idToken).email ?? null);
    if (event.kind === 'signed_out')
      return audit({ event: 'sign_out', result: 'done', person, from, requestId });
    // A person whom the provider has authenticated may still be refused.
    const refusal = event.kind === 'signed_in' ? event.identity : event.error;
    const code = refusal instanceof Problem ? refusal.code : 'internal';
    const isDone = event.kind === 'signed_in' && !(refusal instanceof Problem);
    const outcome = signInOutcomeOf(isDone ? 'signed_in' : code);
    metrics.countSignIn(outcome);
    const result = isDone ? 'done' : isFailure.has(outcome) ? 'failed' : 'refused';
    const reason = (event.kind === 'sign_in_failed' ? event.reason : undefined) ?? outcome;
    return audit({ event: 'sign_in', result, ...(!isDone && { reason }), person, from, requestId });
  };
}

/** Outcomes that say nothing about the person. */
const isFailure = new Set<SignInOutcome>([
  'provider_unavailable',
  'sign_in_not_configured',
  'internal',
]);

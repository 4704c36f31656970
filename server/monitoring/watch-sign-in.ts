import { emailOf } from '../people/identity.ts';
import type { IdentityOf } from '../people/identity.ts';
import { Problem } from '../http/problems.ts';
import { ProviderUnavailable } from '../sign-in/faults.ts';
import type { Finished } from '../sign-in/finish.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import type { Audit } from './audit.ts';
import type { Metrics, SignInOutcome } from './metrics.ts';
import { isSignInOutcome } from './metrics.ts';

type Parts = Readonly<{ signIn: SignIn; metrics: Metrics; audit: Audit; identityOf: IdentityOf }>;

/** Counts what comes of sign-ins and renewals, and each request that the provider fails. Sign-ins are audited. */
export function watchSignIn({ signIn, metrics, audit, identityOf }: Parts): SignIn {
  /** Counts the failure of the provider that an error tells of, and throws the error. */
  const countFailure = (error: unknown): never => {
    const cause = error instanceof Problem ? error.cause : error;
    if (cause instanceof ProviderUnavailable) metrics.countProviderFailure(cause.reason);
    throw error;
  };

  return {
    ...signIn,
    beginSignIn: (...call) => signIn.beginSignIn(...call).catch(countFailure),
    async finishSignIn(request, reply) {
      const note = ({ outcome, reason = outcome, person = null }: Ended) => {
        metrics.countSignIn(outcome);
        const isDone = outcome === 'signed_in';
        const result = isDone ? 'done' : isFailure.has(outcome) ? 'failed' : 'refused';
        const { id: requestId, ip: from } = request;
        audit({ event: 'sign_in', result, ...(!isDone && { reason }), person, from, requestId });
      };
      const finished = await signIn.finishSignIn(request, reply).catch((error: unknown) => {
        note({ outcome: codeOf(error) });
        return countFailure(error);
      });
      note(endOf(finished, identityOf));
      if (finished.kind === 'failed') metrics.countRefusal('sign_in', finished.reason);
      return finished;
    },
    async renew(current, log) {
      const renewal = await signIn.renew(current, log).catch((error: unknown) => {
        metrics.countRenewal('internal');
        throw error;
      });
      metrics.countRenewal(renewal.kind);
      if (renewal.kind === 'refused') metrics.countRefusal('renewal', renewal.reason);
      if (renewal.kind === 'unavailable') metrics.countProviderFailure(renewal.reason);
      return renewal;
    },
    async revoke(session, log) {
      const failure = await signIn.revoke(session, log);
      if (failure !== undefined) metrics.countProviderFailure(failure);
      return failure;
    },
  };
}

/** How a sign-in has ended. */
type Ended = Readonly<{ outcome: SignInOutcome; reason?: string; person?: string | null }>;

/** Outcomes that say nothing about the person. */
const isFailure: ReadonlySet<SignInOutcome> = new Set([
  'provider_unavailable',
  'sign_in_not_configured',
  'internal',
]);

/** A person whom the provider knows may still have no right to use the service. */
function endOf(finished: Finished, identityOf: IdentityOf): Ended {
  if (finished.kind === 'failed') return { outcome: finished.code, reason: finished.reason };
  const { session } = finished.sealedSession;
  const person = emailOf(session.tokens.idToken) ?? null;
  const identity = identityOf(session.tokens.idToken);
  return identity instanceof Problem
    ? { outcome: codeOf(identity), person }
    : { outcome: 'signed_in', person };
}

function codeOf(error: unknown): SignInOutcome {
  const code = error instanceof Problem ? error.code : 'internal';
  return isSignInOutcome(code) ? code : 'internal';
}

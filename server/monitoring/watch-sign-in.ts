import { Problem } from '../request/problems.ts';
import type { IdentityOf } from '../people/identity.ts';
import { ProviderUnavailable } from '../sign-in/faults.ts';
import type { Finished } from '../sign-in/finish.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import type { Metrics, SignInOutcome } from './metrics.ts';
import { isSignInOutcome } from './metrics.ts';

/** Counts what comes of sign-ins and renewals, and each request that the provider fails. */
export function watchSignIn(signIn: SignIn, metrics: Metrics, identityOf: IdentityOf): SignIn {
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
      try {
        const finished = await signIn.finishSignIn(request, reply);
        metrics.countSignIn(outcomeOf(finished, identityOf));
        if (finished.kind === 'failed') metrics.countRefusal('sign_in', finished.reason);
        return finished;
      } catch (error) {
        metrics.countSignIn(codeOf(error));
        return countFailure(error);
      }
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

/** A person whom the provider knows may still have no right to use the service. */
function outcomeOf(finished: Finished, identityOf: IdentityOf): SignInOutcome {
  if (finished.kind === 'failed') return finished.code;
  try {
    identityOf(finished.sealedSession.session.tokens.idToken);
    return 'signed_in';
  } catch (error) {
    return codeOf(error);
  }
}

function codeOf(error: unknown): SignInOutcome {
  const code = error instanceof Problem ? error.code : 'internal';
  return isSignInOutcome(code) ? code : 'internal';
}

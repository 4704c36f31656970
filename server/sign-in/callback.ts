import * as oauth from 'oauth4webapi';

import { reasonWith, SignInRefused } from './faults.ts';
import type { Metadata } from './issuer.ts';
import type { Pending } from './pending.ts';

declare const checked: unique symbol;

/** The parameters of an authorization response that belongs to one attempt; only the check makes one. */
export type CallbackParameters = URLSearchParams & { readonly [checked]: true };

/** The parameters of a request address, unchanged (pure). */
export function readParameters(address: string): URLSearchParams {
  const query = address.indexOf('?');
  return new URLSearchParams(query === -1 ? '' : address.slice(query));
}

/**
 * Checks an authorization response against its attempt: no parameter twice (RFC 6749, 3.1), state, `iss` when present
 * or announced (RFC 9207), no error, no tokens. Throws SignInRefused; its reason is `access_denied` when the user cancelled.
 */
export function checkCallback(
  parameters: URLSearchParams,
  pending: Pending,
  { server }: Metadata,
  clientId: string,
): CallbackParameters {
  if (new Set(parameters.keys()).size !== parameters.size) throw new SignInRefused('duplicate_parameter');
  try {
    const valid = oauth.validateAuthResponse(server, { client_id: clientId }, parameters, pending.state);
    if (isComplete(valid)) return valid;
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) {
      const isCancelled = error.error === 'access_denied';
      throw new SignInRefused(isCancelled ? 'access_denied' : reasonWith('provider', error.error));
    }
    const isRefusal =
      error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError;
    if (!isRefusal) throw error;
  }
  throw new SignInRefused('authorization_response');
}

const isComplete = (parameters: URLSearchParams): parameters is CallbackParameters =>
  Boolean(parameters.get('code'));

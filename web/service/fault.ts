import type { Refusal } from './service.shapes.ts';

/** Nobody is signed in any more, or `another` than the page is for. */
export type Expired = { readonly kind: 'expired'; readonly another?: true };

/**
 * Why a call brought nothing. offline: the service was not reached; refused: it said no; mismatch: it answered in a form that
 * is not the published one.
 */
export type Fault = Refusal | Expired | { readonly kind: 'offline' };

export type Outcome<T> = { readonly kind: 'ok'; readonly value: T } | Fault;

/** Whether the session is there and the provider does not renew it: only another sign-in helps, or time. */
export const isUnrenewed = (fault: Outcome<unknown> | null): boolean =>
  fault?.kind === 'refused' && fault.code === 'provider_unavailable';

import type { Outcome } from './fault.ts';

/** Whether the session is there and the provider does not renew it: only another sign-in helps, or time. */
export const isUnrenewed = (fault: Outcome<unknown> | null): boolean =>
  fault?.kind === 'refused' && fault.code === 'provider_unavailable';

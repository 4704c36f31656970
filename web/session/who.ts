import type { CurrentUserResponse } from '../../contract/auth.ts';
import type { Fault } from '../service/fault.ts';
import type { PreloadedResponse } from '../service/preloaded.ts';

/**
 * Who is signed in. `ended` tells an ended session from a first visit. leaving: the person has signed out, but the service does
 * not know yet; `stuck` when it cannot be reached.
 */
export type Who =
  | { readonly kind: 'asking' }
  | SignedIn
  | { readonly kind: 'signed-out'; readonly ended: boolean }
  | { readonly kind: 'leaving'; readonly stuck: boolean }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'unknown'; readonly fault: Fault };

export type SignedIn = {
  readonly kind: 'signed-in';
  readonly user: CurrentUserResponse;
  /** The request for the tasks, when it was begun with the one that told who is signed in. */
  readonly preloaded?: PreloadedResponse;
};

import { decodeJwt } from 'jose';

/**
 * The members of a JSON object that another party wrote (pure). A member that is null counts as absent: many providers write null
 * where the standards leave a member out. Anything but an object has no members.
 */
export function readMembers(json: unknown): Record<string, unknown> {
  if (typeof json !== 'object' || json === null) return {};
  return Object.fromEntries(Object.entries(json).filter(([, member]) => member !== null));
}

/** The claims in a token, whose signature is not verified here (pure). A token without a JSON object has none. */
export function readPayload(token: string): Record<string, unknown> {
  try {
    return readMembers(decodeJwt(token));
  } catch {
    return {};
  }
}

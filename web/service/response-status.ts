import { problem } from './service.shapes.ts';
import type { Refusal } from './service.shapes.ts';

/** The session has ended; `another` when another person has signed in since. */
export type Expired = { readonly kind: 'expired'; readonly another?: true };

/** Why a call failed. refused: the service has refused it; mismatch: the response does not fit its published schema. */
export type Fault = Refusal | Expired | { readonly kind: 'offline' };

/**
 * What a status other than the expected one means to the page. 401 and, for a script, 499: nobody is signed in. 429, and without a
 * problem of the service 502, 503 and 504, which a gateway answers that does not reach it: the page tries again later.
 */
export async function faultOf(response: Response): Promise<Fault> {
  const { status, statusText } = response;
  if (status === 401 || status === 499) return { kind: 'expired' };
  if (status === 429) return { kind: 'offline' };
  const value = parseJson(await response.text().catch(() => ''));
  if (!problem.fits(value)) return faultWithoutProblem(status, statusText);
  const { code, title, detail = title, requestId = null, errors = [] } = value;
  if (code === 'another_user') return { kind: 'expired', another: true };
  return { kind: 'refused', status, code, detail, requestId, errors };
}

function faultWithoutProblem(status: number, detail: string): Fault {
  if ([502, 503, 504].includes(status)) return { kind: 'offline' };
  return { kind: 'refused', status, code: 'unknown', detail, requestId: null, errors: [] };
}

/** Undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

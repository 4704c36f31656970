import * as Type from 'typebox';
import { Check } from 'typebox/value';

/** The reply of an OAuth endpoint. `error`: its error code, which some providers send with 200 (RFC 6749, 5.2). */
export type OauthReply = Readonly<{
  status: number;
  headers: Headers;
  /** undefined when it is not JSON. */
  body: unknown;
  error: string | undefined;
}>;

/** Reads a response that has arrived completely. */
export async function readReply(response: Response): Promise<OauthReply> {
  const { status, headers } = response;
  const body: unknown = await response.json().catch(() => undefined);
  return { status, headers, body, error: Check(Refusal, body) ? body.error : undefined };
}

/** Whether it refuses the client's authentication: by its error code or by 401, which has no other meaning (RFC 6749, 5.2). */
export function isInvalidClient({ status, error }: OauthReply): boolean {
  return error === 'invalid_client' || (status === 401 && error === undefined);
}

// The JSON of a gateway may have an `error` too, such as "Not Found", which is not an error code.
const Refusal = Type.Object({ error: Type.String({ pattern: '^[a-z][a-z0-9_.-]{0,63}$' }) });

import * as Type from 'typebox';
import { Check } from 'typebox/value';

/** What an OAuth endpoint answered. `error`: its error code, be it under 200 as some providers send it (RFC 6749, 5.2). */
export type OauthReply = Readonly<{
  status: number;
  headers: Headers;
  /** undefined when it is no JSON. */
  body: unknown;
  error: string | undefined;
}>;

/** Reads an answer that is wholly at hand. */
export async function readReply(response: Response): Promise<OauthReply> {
  const { status, headers } = response;
  const body: unknown = await response.json().catch(() => undefined);
  return { status, headers, body, error: Check(Refusal, body) ? body.error : undefined };
}

/** Whether it refuses our authentication by its own words; RFC 6749, 5.2 knows 401 for nothing else. */
export function isInvalidClient({ status, error }: OauthReply): boolean {
  return error === 'invalid_client' || (status === 401 && error === undefined);
}

// A gateway's page may be JSON with an `error` as well, such as "Not Found": that is no error code.
const Refusal = Type.Object({ error: Type.String({ pattern: '^[a-z][a-z0-9_.-]{0,63}$' }) });

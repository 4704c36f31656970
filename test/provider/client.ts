import type { Fault } from './fault.ts';

type Credentials = Readonly<{ clientId: string; clientSecret: string }>;
type Switches = NonNullable<Fault['client']>;

/** Whether a request shows that it is from this client, in a way that the faults leave open. */
export function isClient(
  { clientId, clientSecret }: Credentials,
  faults: readonly Fault[],
  headers: Headers,
  form: URLSearchParams,
): boolean {
  const { basic = 'decoded', post } = faults.reduce<Switches>(
    (all, { client }) => ({ ...all, ...client }),
    {},
  );
  const authorization = /^Basic (.+)$/.exec(headers.get('authorization') ?? '')?.[1];
  if (authorization === undefined) {
    const isRight = form.get('client_id') === clientId && form.get('client_secret') === clientSecret;
    return isRight && post !== 'refused';
  }
  const sent = Buffer.from(authorization, 'base64').toString();
  if (basic !== 'decoded') return basic === 'as it is' && sent === `${clientId}:${clientSecret}`;
  // RFC 6749, 2.3.1: both are form-urlencoded before they are joined.
  const [id, secret] = sent.split(':').map((text) => new URLSearchParams(`t=${text}`).get('t'));
  return id === clientId && secret === clientSecret;
}

/** As RFC 6749, 5.2 says it. */
export function refuse(status: number, error: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error }, { status, headers });
}

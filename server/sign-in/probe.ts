import * as Type from 'typebox';
import { Check } from 'typebox/value';

import type { Log } from '../log/log.ts';
import type { Wait } from '../wait.ts';
import type { Ask } from './ask.ts';
import { makeAsk } from './ask.ts';
import { authorizationAddress, checkCallback, newAttempt } from './attempts.ts';
import { makeClient } from './client.ts';
import type { RefusalReason, UnavailableReason } from './faults.ts';
import { ProviderUnavailable, SignInRefused } from './faults.ts';
import type { Metadata } from './issuer.ts';
import { makeIssuer, metadataAddress } from './issuer.ts';
import type { Tenant } from './providers.ts';

type Reason = UnavailableReason | RefusalReason;

/** What a provider answers to a service that nobody signs in to. */
export type ProviderProbe = Readonly<{
  /** Of its metadata, as it writes them; undefined where it does not. */
  issuer?: string;
  scopes?: readonly string[];
  /** Of the machine's clock, against the provider's. */
  clockAheadSeconds?: number;
  /** Why metadata or keys cannot be used; then nothing else is asked. `systemCode` such as ENOTFOUND. */
  trouble?: UnavailableReason;
  systemCode?: string;
  /** To a code that was never issued: `token_endpoint_400_invalid_grant` proves id and secret. */
  token?: Reason;
  /** To a sign-in without a page (`prompt=none`), for each redirect address. */
  authorizations: readonly Authorization[];
}>;

/** `error`: sent to the redirect address, so that this address is registered. */
export type Authorization = Readonly<{ redirectUri: string; status: number; error?: string }>;

type Parts = Readonly<{
  tenant: Tenant;
  redirectUris: readonly string[];
  fetch: typeof globalThis.fetch;
  wait: Wait;
  nowMs: () => number;
}>;

/** Asks the metadata, the keys, the token endpoint and the authorization endpoint, as a sign-in would. Throws nothing. */
export async function probeProvider(parts: Parts): Promise<ProviderProbe> {
  const { tenant, redirectUris, wait, nowMs } = parts;
  const seen: { systemCode?: string; clockAheadSeconds?: number } = {};
  const watching: typeof globalThis.fetch = async (...request) => {
    try {
      const response = await parts.fetch(...request);
      const theirs = Date.parse(response.headers.get('date') ?? '');
      if (!Number.isNaN(theirs)) seen.clockAheadSeconds = Math.round((nowMs() - theirs) / 1000);
      return response;
    } catch (error) {
      const cause: unknown = error instanceof Error ? error.cause : undefined;
      if (Check(SystemError, cause)) seen.systemCode = cause.code;
      throw error;
    }
  };
  const ask = makeAsk(watching, wait);
  const said = await readMetadata(tenant.issuer, ask);
  try {
    const { metadata } = await makeIssuer(tenant.issuer, ask, nowMs).ready();
    const token = await redeemNothing(parts, metadata, ask);
    const authorizations: Authorization[] = [];
    for (const redirectUri of redirectUris)
      authorizations.push(await askWithoutPage(parts, metadata, redirectUri, ask));
    return { ...said, ...seen, token, authorizations };
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    return { ...said, ...seen, trouble: error.reason, authorizations: [] };
  }
}

const SystemError = Type.Object({ code: Type.String() });

/** What is worth telling of metadata that may be unusable. */
async function readMetadata(issuer: string, ask: Ask): Promise<Pick<ProviderProbe, 'issuer' | 'scopes'>> {
  const document: unknown = await ask(metadataAddress(issuer), { method: 'GET' })
    .then((response) => response.json())
    .catch(() => undefined);
  if (!Check(Document, document)) return {};
  const { issuer: name, scopes_supported: scopes } = document;
  return { issuer: name, ...(scopes && { scopes }) };
}

const Document = Type.Object({
  issuer: Type.String(),
  scopes_supported: Type.Optional(Type.Array(Type.String())),
});

const silent: Log = { info() {}, warn() {}, error() {} };

async function redeemNothing({ tenant, redirectUris, nowMs }: Parts, metadata: Metadata, ask: Ask) {
  const pending = newAttempt(redirectUris[0] ?? '', null, nowMs());
  const brought = new URLSearchParams({
    code: 'never-issued',
    state: pending.state,
    iss: metadata.server.issuer,
  });
  try {
    const callback = checkCallback(brought, pending, metadata, tenant.clientId);
    await makeClient(tenant, ask, nowMs).redeemCode({ metadata, log: silent }, callback, pending);
    return 'token_answer_unusable';
  } catch (error) {
    if (error instanceof SignInRefused || error instanceof ProviderUnavailable) return error.reason;
    throw error;
  }
}

async function askWithoutPage({ tenant, nowMs }: Parts, { server }: Metadata, redirectUri: string, ask: Ask) {
  const pending = newAttempt(redirectUri, null, nowMs());
  const address = new URL(await authorizationAddress(server.authorization_endpoint, tenant, pending));
  address.searchParams.set('prompt', 'none');
  const { status, headers } = await ask(address.href, { method: 'GET' });
  const location = URL.parse(headers.get('location') ?? '', address.href);
  const error = location?.href.startsWith(redirectUri) ? location.searchParams.get('error') : null;
  return { redirectUri, status, ...(error !== null && error !== undefined && { error }) };
}

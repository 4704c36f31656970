import type { Log } from '../log/log.ts';
import type { Session } from '../session/session.ts';
import type { Client } from './client.ts';
import type { UnavailableReason } from './faults.ts';
import { logUnavailable, ProviderUnavailable } from './faults.ts';
import type { Issuer } from './issuer.ts';
import type { Tenant } from './providers.ts';

/** Revokes the tokens of a session that was signed out. Never rejects: a failure is logged once, and why the provider failed returned. */
export type RevokeSession = (session: Session, log: Log) => Promise<UnavailableReason | undefined>;

type Parts = Readonly<{ tenant: Tenant; issuer: Issuer; client: Client }>;

/** RFC 7009: the refresh token and then the access token, where the profile asks for it and the provider has an endpoint. */
export function makeRevocation({ tenant, issuer, client }: Parts): RevokeSession {
  if (!tenant.revokeAtSignOut) return () => Promise.resolve(undefined);
  return async ({ tokens, signIn }, log) => {
    try {
      const { metadata } = await issuer.ready();
      if (metadata.server.revocation_endpoint === undefined) return undefined;
      const asked = { metadata, log, known: signIn.clientAuthentication };
      if (tokens.refreshToken !== undefined) await client.revoke(asked, 'refresh_token', tokens.refreshToken);
      await client.revoke(asked, 'access_token', tokens.accessToken);
    } catch (error) {
      if (error instanceof ProviderUnavailable) {
        logUnavailable(log, error, 'tokens not revoked at sign-out');
        return error.reason;
      }
      log.error({ err: error }, 'tokens not revoked at sign-out');
    }
    return undefined;
  };
}

import { createHash, randomBytes } from 'node:crypto';

/** Someone who can sign in: `sub` and other claims. */
export type Person = Readonly<{ sub: string; [claim: string]: unknown }>;

/** What a code or a refresh token stands for, once it was redeemed rightly. */
export type Granted = Readonly<{ person: Person; nonce?: string; refreshToken: string }>;

type Code = Readonly<{ request: URLSearchParams; person: Person; expiresAtMs: number }>;
type Family = { readonly person: Person; newest: string | undefined };

/** Codes with PKCE and rotating refresh tokens, in memory. */
export function makeGrants(nowMs: () => number) {
  const codes = new Map<string, Code>();
  const families = new Map<string, Family>();

  function rotate(family: Family): string {
    family.newest = randomBytes(32).toString('base64url');
    families.set(family.newest, family);
    return family.newest;
  }

  return {
    /** A code for the request that the browser brought, good once and for 60 s. */
    issueCode: (request: URLSearchParams, person: Person) => {
      const code = randomBytes(16).toString('base64url');
      codes.set(code, { request, person, expiresAtMs: nowMs() + 60_000 });
      return code;
    },
    /** Both: undefined for invalid_grant. A refresh token used twice ends its whole family. */
    redeemCode: (form: URLSearchParams): Granted | undefined => {
      const name = form.get('code') ?? '';
      const code = codes.get(name);
      codes.delete(name);
      if (code === undefined || code.expiresAtMs <= nowMs()) return undefined;
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (challenge !== code.request.get('code_challenge')) return undefined;
      if (form.get('redirect_uri') !== code.request.get('redirect_uri')) return undefined;
      const { person } = code;
      const nonce = code.request.get('nonce') ?? '';
      return { person, nonce, refreshToken: rotate({ person, newest: undefined }) };
    },
    redeemRefreshToken: (form: URLSearchParams, rotating: boolean): Granted | undefined => {
      const token = form.get('refresh_token') ?? '';
      const family = families.get(token);
      if (family === undefined) return undefined;
      if (family.newest !== token) {
        family.newest = undefined;
        return undefined;
      }
      return { person: family.person, refreshToken: rotating ? rotate(family) : token };
    },
    /** Ends the refresh token and its family (RFC 7009). */
    revoke: (token: string) => {
      const family = families.get(token);
      if (family !== undefined) family.newest = undefined;
    },
    revokeAll: () => {
      for (const family of families.values()) family.newest = undefined;
    },
  };
}

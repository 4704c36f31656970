/** What is wrong with the certificate of another machine, and what to do. */
export const certificateFaults = {
  unknown_issuer:
    'has an issuer that is not trusted here: trust its authority, or let the server send the whole chain',
  self_signed: 'is self-signed: trust it here, or take one of an authority',
  expired: 'has expired: renew it there, and look at the clock of this machine',
  not_yet_valid: 'is not valid yet: look at the clock of this machine',
  wrong_name: 'is for another name: use a name that is in it',
} as const;
export type CertificateFault = keyof typeof certificateFaults;

/** The codes of Node, most of which are OpenSSL's. */
const codes: Readonly<Record<string, CertificateFault>> = {
  UNABLE_TO_GET_ISSUER_CERT: 'unknown_issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown_issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown_issuer',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknown_issuer',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self_signed',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not_yet_valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrong_name',
};

/** What an error of a connection says of the certificate; undefined when it says nothing. */
export function certificateFaultOf(error: unknown): CertificateFault | undefined {
  if (!(error instanceof Error)) return undefined;
  const fault = 'code' in error ? codes[String(error.code)] : undefined;
  // That of fetch is the cause.
  return fault ?? certificateFaultOf(error.cause);
}

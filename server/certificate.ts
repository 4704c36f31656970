/** The faults of another machine's certificate, each with its remedy, by the reason in the log. */
export const certificateSentences: Readonly<Record<string, string>> = {
  certificate_unknown_issuer:
    'has an issuer that is not trusted here: trust its authority, or let the server send the whole chain',
  certificate_self_signed: 'is self-signed: trust it here, or take one of an authority',
  certificate_expired: 'has expired: renew it there, and look at the clock of this machine',
  certificate_not_yet_valid: 'is not valid yet: look at the clock of this machine',
  certificate_wrong_name: 'is for another name: use a name that is in it',
};

/** The reasons by Node's error code; most of these codes are OpenSSL's. */
const reasons: Readonly<Record<string, `certificate_${string}`>> = {
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_unknown_issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_unknown_issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_unknown_issuer',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_unknown_issuer',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_self_signed',
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_not_yet_valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_wrong_name',
};

/** The fault of the certificate that caused a connection error; undefined for any other error. */
export function certificateReasonOf(error: unknown): `certificate_${string}` | undefined {
  if (!(error instanceof Error)) return undefined;
  const reason = 'code' in error ? reasons[String(error.code)] : undefined;
  // fetch puts the connection error into `cause`.
  return reason ?? certificateReasonOf(error.cause);
}

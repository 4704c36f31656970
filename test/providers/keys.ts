import { generateKeyPairSync } from 'node:crypto';

/** A key pair for RS256, as PEM texts. */
export const makeRsaKeys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });

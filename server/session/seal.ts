/** Seals and opens text for one purpose; what was sealed for another purpose does not open. */
export type Sealer = Readonly<{
  /** Plain text -> compact JWE (RFC 7516), `dir`, A256GCM, `kid` naming the secret. */
  seal: (plain: string) => string;
  /** Compact JWE -> plain text, or undefined for anything that this purpose's secrets did not seal. */
  open: (sealed: string) => string | undefined;
}>;

/** A sealer whose first secret seals and whose every secret opens. Keys are derived per purpose (HKDF, RFC 5869). */
export function makeSealer(_secrets: readonly string[], _purpose: string): Sealer {
  throw new Error('to be written');
}

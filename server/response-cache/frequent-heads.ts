import type { IncomingMessage } from 'node:http';

import type { Head } from './request-head.ts';
import { digestOf, hasHead, headOf } from './request-head.ts';

/** What a head belongs to. */
type Owner = Readonly<{ digest: string }>;

/** After so many other heads a head that comes again is not frequent. */
const mostSeen = 1000;

/**
 * Compares requests with earlier heads, of which each owner has the digest. A head that comes again soon is kept as text: a
 * digest takes 5 µs, an eighth of a kept response. Beyond `mostBytes` of text, about 5 KB each, all begin again.
 */
export function keepFrequentHeads(mostBytes: number) {
  const seen = new Set<Owner>();
  const heads = new Map<Owner, Head>();
  let bytes = 0;

  function see(owner: Owner, request: IncomingMessage): void {
    if (seen.size >= mostSeen || bytes > mostBytes) forgetAll();
    if (!seen.has(owner)) return void seen.add(owner);
    const head = headOf(request);
    heads.set(owner, head);
    bytes += sizeOf(head);
  }

  function forgetAll(): void {
    seen.clear();
    heads.clear();
    bytes = 0;
  }

  return {
    isOf(owner: Owner, request: IncomingMessage): boolean {
      const head = heads.get(owner);
      if (head !== undefined) return hasHead(request, head);
      if (owner.digest !== digestOf(request)) return false;
      see(owner, request);
      return true;
    },
    forget(owner: Owner): void {
      seen.delete(owner);
      const head = heads.get(owner);
      if (head !== undefined && heads.delete(owner)) bytes -= sizeOf(head);
    },
    forgetAll,
  };
}

const sizeOf = ({ rawHeaders }: Head): number => rawHeaders.reduce((sum, text) => sum + text.length, 0);

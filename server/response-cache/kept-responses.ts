import type { IncomingMessage } from 'node:http';

import { keepFrequentHeads } from './frequent-heads.ts';
import { digestOf, keyOf } from './request-head.ts';

/** A response as it is written, and the request that it belongs to. */
export type KeptResponse = Readonly<{
  /** The SHA-256 of the request's head, which takes little memory. */
  digest: string;
  /** Also the path of the request. */
  route: string;
  status: number;
  /** Names and values in turns. */
  headers: string[];
  body: string | Buffer;
  /** false for good once its session is no longer fresh: then no request gets it any more. */
  isFresh: () => boolean;
  /** Whether the service would write the same response now. */
  isCurrent: () => Promise<boolean>;
}>;

// More than 10,000 lists of 20 tasks. The text of most is that of the store, so it takes memory once.
const usual = { bytes: 48 * 1024 * 1024, bytesOfHeads: 4 * 1024 * 1024 };
/** Of the objects and short texts around the body. */
const bytesAround = 750;

/** Keeps responses by their request. The oldest are removed when their session is no longer fresh, and beyond `most.bytes`. */
export function makeKeptResponses(most = usual) {
  const kept = new Map<string, KeptResponse>();
  let bytes = 0;
  const heads = keepFrequentHeads(most.bytesOfHeads);

  function remove(key: string): void {
    const response = kept.get(key);
    if (response === undefined || !kept.delete(key)) return;
    bytes -= sizeOf(response);
    heads.forget(response);
  }

  return {
    find(request: IncomingMessage): KeptResponse | undefined {
      const key = keyOf(request);
      const response = key === undefined ? undefined : kept.get(key);
      return response !== undefined && heads.isOf(response, request) ? response : undefined;
    },
    keep(request: IncomingMessage, response: Omit<KeptResponse, 'digest'>): void {
      const key = keyOf(request);
      if (key === undefined) return;
      remove(key);
      const added = { ...response, digest: digestOf(request) };
      kept.set(withoutParent(key), added);
      bytes += sizeOf(added);
      // They leave freshness in about this order: the renewed session of the person has another cookie, and responses of its own.
      for (const [oldest, { isFresh }] of kept) {
        if (bytes <= most.bytes && isFresh()) return;
        remove(oldest);
      }
    },
    clear(): void {
      kept.clear();
      bytes = 0;
      heads.forgetAll();
    },
  };
}

const sizeOf = ({ body }: KeptResponse): number => bytesAround + body.length;

/** V8 keeps a text as long as a part that was cut from it; this copy leaves the cookie to be collected. */
const withoutParent = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');

import type { FastifyReply } from 'fastify';

import type { Content } from '../http/content.ts';
import { makeContent, memoryOf } from '../http/content.ts';
import { jsonType } from '../http/endpoint.ts';
import { Problem } from '../http/problems.ts';
import type { Store } from '../store/store.ts';

/** The list of one owner, made once for each version. `content` is null if the client has this version and the list is not in memory. */
export type List = Readonly<{ version: string; content: Content | null }>;

/** The memory of the objects around the bytes of a list. */
const entryBytes = 600;

/** Caches the lists that were sent last, up to `mostBytes` of memory. One read of an owner's list runs at a time, for all requests. */
export function makeLists(store: Pick<Store, 'list'>, mostBytes = 32 * 1024 * 1024) {
  /** The cache, in the order of last use. */
  const kept = new Map<string, Readonly<{ list: List; weight: number }>>();
  let weight = 0;
  const reads = new Map<string, Reads>();

  function forget(owner: string): void {
    weight -= kept.get(owner)?.weight ?? 0;
    kept.delete(owner);
  }

  async function read(owner: string, held: string | undefined): Promise<List> {
    const before = kept.get(owner)?.list;
    const { version, text } = await store.list(owner, before?.version ?? held);
    if (text !== null) {
      const content = { bytes: text, type: jsonType, tag: tagOf(version), isFile: false };
      return { version, content: makeContent(content) };
    }
    if (before?.version === version) return before;
    return { version, content: null };
  }

  /**
   * The current list, or its version alone when that is `held` and the list is not in memory. A request that arrives during a
   * read shares the next read, because the list of a running read may be older than the request.
   */
  function find(owner: string, held: string | undefined): Promise<List> {
    const own = reads.get(owner);
    if (own === undefined) return begin(owner, held);
    // The requests that share a read may have different versions.
    const readAgain = () => begin(owner, undefined);
    return (own.next ??= own.now.then(readAgain, readAgain));
  }

  function begin(owner: string, held: string | undefined): Promise<List> {
    const now = read(owner, held);
    const own: Reads = { now, next: undefined };
    reads.set(owner, own);
    const end = () => {
      if (own.next === undefined) reads.delete(owner);
    };
    now.then(end, end);
    return now;
  }

  return {
    find,
    /** Caches a list, with the encodings that exist so far. */
    keep(owner: string, list: List): void {
      if (list.content === null) return;
      forget(owner);
      const entry = { list, weight: memoryOf(list.content) + entryBytes };
      kept.set(owner, entry);
      weight += entry.weight;
      for (const oldest of kept.keys()) {
        if (weight <= mostBytes) return;
        forget(oldest);
      }
    },
  };
}

type Reads = { readonly now: Promise<List>; next: Promise<List> | undefined };

export const tagOf = (version: string): string => `W/"${version}"`;

/** The version in an If-None-Match header that has one tag. A proxy that compresses adds the coding to the tag: `"1.2-gzip"`. */
export const versionIn = (ifNoneMatch: string | undefined): string | undefined =>
  /^(?:W\/)?"([\w.-]+?)(?:[-;](?:gzip|br|zstd|deflate))?"$/.exec(ifNoneMatch ?? '')?.[1];

/** The most bytes of lists that are being sent to one person; a single list may be larger. */
const mostUnderWay = 16 * 1024 * 1024;
const longestUncounted = 64 * 1024;

/** Makes the check that refuses a long response with overloaded while too many bytes for the same person are still unsent. */
export function limitUnsentBytes() {
  const underWay = new Map<string, number>();
  return (owner: string, bytes: number, reply: FastifyReply): void => {
    if (bytes <= longestUncounted) return;
    const before = underWay.get(owner) ?? 0;
    if (before > 0 && before + bytes > mostUnderWay) {
      // Further requests on this connection are not answered.
      reply.header('connection', 'close');
      throw new Problem('overloaded', { retryAfterSeconds: 1 });
    }
    underWay.set(owner, before + bytes);
    reply.raw.once('close', () => {
      const left = (underWay.get(owner) ?? bytes) - bytes;
      if (left === 0) underWay.delete(owner);
      else underWay.set(owner, left);
    });
  };
}

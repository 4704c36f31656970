import * as oauth from 'oauth4webapi';

import { certificateReasonOf } from '../certificate.ts';
import { connectionReasonOf } from '../connection.ts';
import { isSafeAddress } from '../config/values.ts';
import { proxyReasonOf } from '../outgoing-proxy.ts';
import type { Wait } from '../world.ts';
import { withTimeout } from '../world.ts';
import { ProviderUnavailable } from './faults.ts';

/** Sends a request to the provider and resolves when the whole response has arrived. */
export type ProviderFetch = (
  url: string,
  request: Readonly<{
    method: string;
    headers?: Record<string, string>;
    body?: URLSearchParams | undefined;
  }>,
) => Promise<Response>;

/** For one request, until its whole response has arrived. */
export const responseTimeoutMs = 5_000;
export const longestAnswerBytes = 256 * 1024;

/**
 * Requests have a deadline of 5 s and a limit of 256 KiB, both for the whole response. They follow no redirect, and use https, or
 * http on loopback only. Throws ProviderUnavailable when the response does not arrive completely.
 */
export function makeProviderFetch(fetch: typeof globalThis.fetch, wait: Wait): ProviderFetch {
  return async (url, { method, headers = {}, body = null }) => {
    if (!isSafeAddress(url)) throw new ProviderUnavailable('address_not_https');
    const response = await withTimeout(wait, responseTimeoutMs, (signal) =>
      fetch(url, { method, headers, body, redirect: 'manual', signal }).then(readWhole),
    ).catch((error: unknown) => {
      if (error instanceof ProviderUnavailable) throw error;
      if (isHeadersTooLarge(error)) throw new ProviderUnavailable('answer_headers_too_large');
      throw new ProviderUnavailable(
        certificateReasonOf(error) ?? proxyReasonOf(error) ?? connectionReasonOf(error),
      );
    });
    if (response === undefined) throw new ProviderUnavailable('timeout');
    return response;
  };
}

/** Node reads at most 16 KiB of headers. fetch puts its own error into `cause`. */
const isHeadersTooLarge = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'UND_ERR_HEADERS_OVERFLOW';

/** The options that send the library's requests through `ask`. The library refuses http on loopback too; `ask` allows it. */
export function askOptions(ask: ProviderFetch) {
  // oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out; `ask` refuses unsafe addresses
  return { [oauth.customFetch]: ask, [oauth.allowInsecureRequests]: true };
}

async function readWhole({ status, headers, body }: Response): Promise<Response> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const stream: ReadableStream<Uint8Array> | null = body;
  for await (const part of stream ?? []) {
    bytes += part.byteLength;
    if (bytes > longestAnswerBytes) throw new ProviderUnavailable('answer_too_large');
    parts.push(part);
  }
  return new Response(bytes === 0 ? null : Buffer.concat(parts), { status, headers });
}

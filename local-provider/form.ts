import type { IncomingMessage } from 'node:http';

const longestBytes = 8192;

/** The fields of a posted form. A body longer than our own forms can be is read as empty. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes <= longestBytes) chunks.push(chunk);
  }
  return new URLSearchParams(bytes > longestBytes ? '' : Buffer.concat(chunks).toString('utf8'));
}

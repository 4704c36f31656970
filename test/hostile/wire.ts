import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

import type { FastifyInstance } from 'fastify';

export type WireAnswer = Readonly<{
  status: number;
  /** By name in lower case; several lines of one name are joined with a line feed. */
  headers: Readonly<Record<string, string>>;
  body: string;
}>;

/**
 * The service behind a real socket, on a free port, for requests that no client library sends. The connections end when the
 * service closes.
 */
export async function listen(app: FastifyInstance) {
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  /** A new connection, for a request that is sent in parts. */
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    const received = buffer(socket).catch(() => Buffer.alloc(0));
    return { socket, answer: async () => readAnswer((await received).toString('latin1')) };
  };
  /** Sends these bytes and returns the response, when the service has closed the connection. */
  const send = async (request: string): Promise<WireAnswer> => {
    const { socket, answer } = await open();
    socket.write(Buffer.from(request, 'latin1'));
    return answer();
  };
  return { port, open, send };
}

/** The bytes of a request, one character each, that asks to close the connection afterwards. */
export function requestText(line: string, headers: readonly string[], body = ''): string {
  return [`${line} HTTP/1.1`, ...headers, 'connection: close', '', body].join('\r\n');
}

/** The response; status 0 for a connection that was closed without one. */
function readAnswer(text: string): WireAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers: Record<string, string> = {};
  for (const each of lines) {
    const colon = each.indexOf(':');
    const name = each.slice(0, colon).toLowerCase();
    const value = each.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}\n${value}`;
  }
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1] ?? 0);
  return { status, headers, body: rest.join('\r\n\r\n') };
}

import { once } from 'node:events';
import * as http2 from 'node:http2';
import type { OutgoingHttpHeaders } from 'node:http';
import { Agent } from 'node:https';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';

import type { PortAnswer, Question as HttpQuestion, Transport } from '../http.ts';
import { toPort } from '../http.ts';
import { publicHost } from './proxy.ts';

/** A request of a client other than a browser, with any headers. */
export type Question = Partial<HttpQuestion>;

/** In HTTP/2 each cookie may be a field of its own, as browsers send them (RFC 9113, section 8.2.3). */
type Http2Question = Readonly<{
  path?: string;
  headers?: OutgoingHttpHeaders;
  cookies?: readonly string[];
}>;

export type Answer = Readonly<{ status: number; headers: PortAnswer['headers']; body: string }>;

type Door = Readonly<{ httpPort: number; httpsPort: number; certificate: { authority: string } }>;

/** Sends a request through the proxy over TLS in HTTP/1.1, on a new connection; the certificate is verified. */
export const ask = (
  { httpsPort, certificate: { authority } }: Door,
  question: Question,
): Promise<Answer> =>
  answerFrom(toPort({ port: httpsPort, authority, host: publicHost }), question);

/** The same from another address of this machine. */
export const askFrom = (
  localAddress: string,
  { httpsPort, certificate: { authority } }: Door,
  question: Question,
): Promise<Answer> => {
  const agent = new Agent({ localAddress });
  return answerFrom(toPort({ port: httpsPort, authority, host: publicHost, agent }), question);
};

/** The same on the plain port. */
export const askPlain = ({ httpPort }: Door, question: Question): Promise<Answer> =>
  answerFrom(toPort({ port: httpPort }), question);

/** The same over TLS in HTTP/2, which browsers use with these proxies. */
export async function askHttp2(door: Door, question: Http2Question): Promise<Answer> {
  const [answer] = await askMany(door, [question], 1);
  if (answer === undefined) throw new Error('no answer came');
  return answer;
}

/** Many requests on one connection of HTTP/2, `atOnce` at a time; each of the proxies accepts 100. */
export async function askMany(
  door: Door,
  questions: readonly Http2Question[],
  atOnce: number,
): Promise<Answer[]> {
  const socket = connect({ ...tls(door), ALPNProtocols: ['h2'] });
  await once(socket, 'secureConnect');
  const session = http2.connect(`https://${publicHost}`, { createConnection: () => socket });
  try {
    const answers: Answer[] = [];
    for (let first = 0; first < questions.length; first += atOnce) {
      const together = questions
        .slice(first, first + atOnce)
        .map((question) => askIn(session, question));
      answers.push(...(await Promise.all(together)));
    }
    return answers;
  } finally {
    session.destroy();
  }
}

async function askIn(session: http2.ClientHttp2Session, question: Http2Question): Promise<Answer> {
  const { path = '/', headers = {}, cookies } = question;
  const stream = session.request({
    ':authority': publicHost,
    ':path': path,
    ...headers,
    ...(cookies && { cookie: [...cookies] }),
  });
  const [answered] = await once(stream, 'response');
  const body = await text(stream);
  return { status: answered[':status'], headers: answered, body };
}

/** The TLS version and the application protocol that the proxy selects when `version` is the newest offered. */
export async function shakeHands(door: Door, version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') {
  const offer = { minVersion: 'TLSv1', maxVersion: version, ALPNProtocols: ['h2'] } as const;
  // At its default security level OpenSSL would not offer the old versions.
  const socket = connect({ ...tls(door), ...offer, ciphers: 'DEFAULT@SECLEVEL=0' });
  await once(socket, 'secureConnect');
  const agreed = { version: socket.getProtocol(), protocol: socket.alpnProtocol };
  socket.destroy();
  return agreed;
}

const tls = ({ httpsPort, certificate }: Door) => ({
  host: '127.0.0.1',
  port: httpsPort,
  servername: publicHost,
  ca: certificate.authority,
});

async function answerFrom(transport: Transport<PortAnswer>, question: Question): Promise<Answer> {
  const { method = 'GET', path = '/', headers = {}, body } = question;
  const answer = await transport({ method, path, headers: { host: publicHost, ...headers }, body });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body };
}

import { once } from 'node:events';
import { connect } from 'node:net';

/** Keeps `connections` busy with GET /api/tasks for so long, each request with the next Cookie header. Throws on any but 200. */
export async function load(
  port: number,
  cookies: readonly string[],
  { connections, forMs }: { connections: number; forMs: number },
): Promise<{ answers: number; perSecond: number }> {
  const startMs = performance.now();
  const counts = await Promise.all(
    Array.from({ length: connections }, (_, at) => keepAsking(port, cookies, at, startMs + forMs)),
  );
  const answers = counts.reduce((sum, count) => sum + count, 0);
  return { answers, perSecond: (answers * 1000) / (performance.now() - startMs) };
}

/** One connection. No client library: it would cost more than the servers do. */
async function keepAsking(
  port: number,
  cookies: readonly string[],
  first: number,
  untilMs: number,
): Promise<number> {
  const socket = connect(port, '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  let received = '';
  let asked = first;
  let answers = 0;
  const ask = () => {
    const cookie = cookies[asked++ % cookies.length];
    socket.write(`GET /api/tasks HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`);
  };
  const ended = once(socket, 'close');
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text;
    const length = wholeLength(received);
    if (length === undefined || received.length < length) return;
    if (!received.startsWith('HTTP/1.1 200 ')) socket.destroy(new Error(received.slice(0, 300)));
    received = received.slice(length);
    answers += 1;
    if (performance.now() < untilMs) ask();
    else socket.destroy();
  });
  ask();
  await ended;
  return answers;
}

/** Bytes of the answer that begins a text; undefined while its head is not whole. */
function wholeLength(text: string): number | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end)) ?? [];
  if (length === undefined) throw new Error(`no length: ${text.slice(0, end)}`);
  return end + 4 + Number(length);
}

import { setTimeout as pause } from 'node:timers/promises';

import { freePort } from '../process.ts';
import { startChild } from '../proxies/child.ts';

/** A refusal of the driver, by its name in the W3C's WebDriver. */
export class DriverError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

/** Sends one command to the session, by its path in the W3C's WebDriver, and gives the value of the answer. */
export type Command = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

/** A driver with one session. `end` closes the browser and the driver. */
export async function startSession(
  program: string,
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<Readonly<{ command: Command; end: () => Promise<void> }>> {
  const port = await freePort();
  const driver = startChild(program, [`--port=${port}`], { cwd, env });
  const ask = (...[method, path, body]: Parameters<Command>) =>
    Promise.race([driver.ended, send(`http://127.0.0.1:${port}${path}`, method, body)]);
  await isListening(port, driver.ended);
  const session = await ask('POST', '/session', { capabilities: {} });
  const root = `/session/${textOf(session, 'sessionId')}`;
  return {
    command: (method, path, body) => ask(method, root + path, body),
    async end() {
      await ask('DELETE', root);
      await driver.stop();
    },
  };
}

async function send(address: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(address, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  const value = fieldOf(answer, 'value');
  if (!response.ok) throw new DriverError(textOf(value, 'error'), textOf(value, 'message'));
  return value;
}

/** The driver says nothing when it is ready. */
async function isListening(port: number, ended: Promise<never>): Promise<void> {
  for (;;) {
    const ready = send(`http://127.0.0.1:${port}/status`, 'GET').then(
      () => true,
      () => false,
    );
    if (await Promise.race([ended, ready])) return;
    await pause(20);
  }
}

const textOf = (value: unknown, name: string): string => String(fieldOf(value, name));

/** A field of an answer of unknown form. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

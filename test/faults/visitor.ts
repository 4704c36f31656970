import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';

import type { Browser } from '../browser.ts';
import { openBrowser } from '../browser.ts';
import type { Cookie } from '../cookies.ts';
import type { PortAnswer, Target } from '../http.ts';
import { toPort } from '../http.ts';
import type { TestProvider } from '../provider/provider.ts';

/** Where visitors send their requests: a replica itself, or the proxy before several. */
export type Door = Omit<Target, 'agent'> &
  Readonly<{
    /** A proxy that sends a DELETE again by itself when a replica dies over it, as HTTP allows. */
    repeatsDeletes?: boolean;
    /** How long each person waits before a write: the shipped proxies pass 50 requests of one address in a second. */
    paceMs?: number;
  }>;

/** Someone with a browser whose connections are kept. A request rejects when no whole answer came within the door's timeout. */
export type Visitor = Omit<Browser<PortAnswer>, 'signIn'> &
  Readonly<{
    email: string;
    door: Door;
    /** The whole way through the provider; a session that was there is forgotten first. */
    signIn: () => Promise<void>;
    /** The very same session in another browser. */
    again: () => Visitor;
    /** Nobody asks any more. */
    isGone: () => boolean;
    close: () => void;
  }>;

/** Someone before the door, not signed in unless cookies are brought along. `from`: an address of their own. */
export function makeVisitor(
  door: Door,
  provider: TestProvider,
  email: string,
  { from = '127.0.0.1', cookies }: { from?: string; cookies?: Map<string, Cookie> } = {},
): Visitor {
  let gone = false;
  const agent = new (door.authority === undefined ? Agent : TlsAgent)({
    keepAlive: true,
    localAddress: from,
  });
  const browser = openBrowser({
    transport: toPort({ ...door, agent }),
    provider,
    host: door.host ?? `127.0.0.1:${door.port}`,
    cookies: new Map(cookies),
  });
  return {
    ...browser,
    email,
    door,
    async signIn() {
      browser.cookies.clear();
      await browser.signIn({ sub: email, email, email_verified: true, name: email });
    },
    again: () => makeVisitor(door, provider, email, { from, cookies: browser.cookies }),
    isGone: () => gone,
    close() {
      gone = true;
      agent.destroy();
    },
  };
}

import type { Config } from './config.ts';

type Http = Pick<Config['http'], 'host' | 'allowedHosts' | 'publicScheme' | 'trustedProxies'>;

/** The line that says that the service is ready: the address to open, and where it listens if that is another (pure). */
export function readyMessage(
  { host, allowedHosts, publicScheme, trustedProxies }: Http,
  port: number,
): string {
  const isLoopback = host === 'localhost' || host === '::1' || host.startsWith('127.');
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = host.includes(':') ? `[${host}]` : host;
  const here = `http://${isLoopback || isEverywhere ? 'localhost' : name}:${port}`;
  // A trusted proxy says the scheme of each request; that of most proxies is https.
  const scheme = publicScheme ?? (trustedProxies.length > 0 ? 'https' : 'http');
  const [open = here] = (allowedHosts ?? []).map((allowed) => `${scheme}://${allowed}`);
  return `Dueline is ready at ${open}${open === here && isLoopback ? '' : `, and listens on ${name}:${port}`}`;
}

import type { Config } from './config.ts';
import { ConfigError } from './config/check.ts';
import { StoreError } from './store/store.ts';

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

/**
 * The message for the operator when the service does not start: what is wrong and what to do. undefined for an error that
 * the operator cannot fix, which is logged with its stack.
 */
export function explainStartFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (plain.some((kind) => error instanceof kind)) return error.message;
  // A lower layer has put its own plain sentence around the system's error.
  if (error.cause instanceof Error && readSystemError(error.cause).code !== undefined) return error.message;
  const { code, path, port, host } = readSystemError(error);
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken. Stop what uses it, or choose another with PORT=<number> or MONITORING_PORT=<number>.`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `Port ${port} may not be used by this user. Choose one above 1023 with PORT=<number> or MONITORING_PORT=<number>.`;
  }
  if (host !== undefined && (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')) {
    return `${host} is not an address of this machine. Set HOST or MONITORING_HOST to one that is.`;
  }
  const trouble = code === undefined ? undefined : fileTroubles[code];
  if (trouble !== undefined && path !== undefined) {
    return `${path} ${trouble}. Fix that, or choose another folder with DATA=<folder>.`;
  }
  return undefined;
}

/** Errors whose messages are written for the operator. */
const plain = [ConfigError, StoreError];

const fileTroubles: Readonly<Record<string, string>> = {
  EACCES: 'may not be read or written by this user',
  EPERM: 'may not be read or written by this user',
  EROFS: 'is on a disk that cannot be written',
  ENOSPC: 'cannot be written: the disk is full',
  EDQUOT: 'cannot be written: the disk quota is used up',
  ENOTDIR: 'is not in a folder',
  ENOENT: 'cannot be made: no folder can exist there',
  EEXIST: 'is not a folder, and a folder is needed there',
};

function readSystemError(error: Error): { code?: string; path?: string; port?: number; host?: string } {
  // Node calls it `hostname` where a name has no address.
  const host = 'address' in error ? error.address : 'hostname' in error ? error.hostname : undefined;
  return {
    ...(typeof host === 'string' ? { host } : {}),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...('path' in error && typeof error.path === 'string' ? { path: error.path } : {}),
    ...('port' in error && typeof error.port === 'number' ? { port: error.port } : {}),
  };
}

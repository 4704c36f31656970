import type { Config } from './config.ts';
import { ConfigError } from './config/check.ts';
import { socketPathOf } from './config/values.ts';
import { StoreError } from './store/store.ts';

type Http = Pick<Config['http'], 'host' | 'allowedHosts' | 'publicScheme' | 'trustedProxies'>;

/** The log line of a service that is ready: the address to open, and the address at which it listens if that differs (pure). */
export function readyMessage(
  { host, allowedHosts, publicScheme, trustedProxies }: Http,
  port: number,
) {
  const isLoopback = host === 'localhost' || host === '::1' || host.startsWith('127.');
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const isSocket = socketPathOf(host) !== undefined;
  const name = host.includes(':') ? `[${host}]` : host;
  const where = isSocket ? host : `${name}:${port}`;
  const here = `http://${isLoopback || isEverywhere || isSocket ? 'localhost' : name}:${port}`;
  // A trusted proxy sends the scheme of each request; most proxies use https.
  const scheme = publicScheme ?? (isSocket || trustedProxies.length > 0 ? 'https' : 'http');
  const [open = here] = (allowedHosts ?? []).map((allowed) => `${scheme}://${allowed}`);
  return `Dueline is ready at ${open}${open === here && isLoopback ? '' : `, and listens on ${where}`}`;
}

/** The fault and its remedy; undefined for an error that the operator cannot fix, which is logged with its stack. */
export function explainStartFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // The messages of these errors are written for the operator.
  if (error instanceof ConfigError || error instanceof StoreError) return error.message;
  // A lower layer has wrapped the system's error in a message for the operator.
  if (error.cause instanceof Error && 'code' in error.cause) return error.message;
  const { message } = error;
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error && Number(error.port) > 0)
    return (
      `Port ${String(error.port)} is taken. Stop what uses it, or choose another with PORT=<number>, MONITORING_PORT=<number> ` +
      'or LOCAL_PROVIDER_PORT=<number>.'
    );
  // Node sets `hostname` when a name cannot be resolved.
  if ('address' in error || 'hostname' in error)
    return `${message}. Choose another address with HOST and PORT, or MONITORING_HOST and MONITORING_PORT.`;
  if ('path' in error) return `${message}. Fix that, or choose another folder with DATA=<folder>.`;
  return undefined;
}

/** 78 is EX_CONFIG of sysexits.h: a restart cannot help, and the systemd unit does not try one. */
export const exitCodeOf = (error: unknown) => (error instanceof ConfigError ? 78 : 1);

import type { Config } from './config.ts';
import { ConfigError } from './config/faults.ts';
import { isEverywhere, isLoopback, socketPathOf } from './config/values.ts';
import { StoreError } from './store/store.ts';

type Http = Pick<Config['http'], 'host' | 'allowedHosts' | 'publicScheme' | 'trustedProxies'>;

/** The log line of a service that is ready: the address to open, and the address at which it listens if that differs (pure). */
export function readyMessage(http: Http, port: number): string {
  const { host } = http;
  const here = `http://${nameOnThisMachine(host)}:${port}`;
  const [firstHost] = http.allowedHosts ?? [];
  const open = firstHost === undefined ? here : `${schemeOf(http)}://${firstHost}`;
  if (open === here && isLoopback(host)) return `Dueline is ready at ${open}`;
  const where = socketPathOf(host) === undefined ? `${inAddress(host)}:${port}` : host;
  return `Dueline is ready at ${open}, and listens on ${where}`;
}

/** The host by which a browser on this machine reaches the service. */
function nameOnThisMachine(host: string): string {
  const isReachedHere = isLoopback(host) || isEverywhere(host) || socketPathOf(host) !== undefined;
  if (isReachedHere) return 'localhost';
  return inAddress(host);
}

const inAddress = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** A trusted proxy sends the scheme of each request; most proxies use https. */
function schemeOf({ host, publicScheme, trustedProxies }: Http): 'http' | 'https' {
  if (publicScheme !== null) return publicScheme;
  const hasProxy = socketPathOf(host) !== undefined || trustedProxies.length > 0;
  if (hasProxy) return 'https';
  return 'http';
}

/** The fault and its remedy; undefined for an error that the operator cannot fix, which is logged with its stack. */
export function explainStartFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // The messages of these errors are written for the operator.
  if (error instanceof ConfigError || error instanceof StoreError) return error.message;
  // A lower layer has wrapped the system's error in a message for the operator.
  if (error.cause instanceof Error && 'code' in error.cause) return error.message;
  return explainSystemError(error);
}

function explainSystemError(error: Error): string | undefined {
  const { message } = error;
  if (isPortTaken(error))
    return (
      `Port ${error.port} is taken. Stop what uses it, or choose another with PORT=<number>, MONITORING_PORT=<number> ` +
      'or LOCAL_PROVIDER_PORT=<number>.'
    );
  // Node sets `hostname` when a name cannot be resolved.
  if ('address' in error || 'hostname' in error)
    return `${message}. Choose another address with HOST and PORT, or MONITORING_HOST and MONITORING_PORT.`;
  if ('path' in error) return `${message}. Fix that, or choose another folder with DATA=<folder>.`;
  return undefined;
}

const isPortTaken = (error: Error): error is Error & Readonly<{ port: number }> =>
  'code' in error && error.code === 'EADDRINUSE' && 'port' in error && Number(error.port) > 0;

/** 78 is EX_CONFIG of sysexits.h: a restart cannot help, and the systemd unit does not try one. */
export const exitCodeOf = (error: unknown) => (error instanceof ConfigError ? 78 : 1);

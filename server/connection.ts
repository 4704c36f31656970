/** The causes for which no connection is made, by Node's error code. */
const causes: Readonly<Record<string, keyof typeof sentences>> = {
  ECONNREFUSED: 'unreachable_refused',
  ENOTFOUND: 'unreachable_no_name',
  EAI_AGAIN: 'unreachable_no_name_server',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  EHOSTUNREACH: 'unreachable_no_route',
  ENETUNREACH: 'unreachable_no_route',
  ECONNRESET: 'unreachable_cut_off',
  EPIPE: 'unreachable_cut_off',
  UND_ERR_SOCKET: 'unreachable_cut_off',
};

const sentences = {
  unreachable_refused: 'nothing listens there: start it, or correct the address and the port',
  unreachable_no_name: 'no name server has this name: correct the address',
  unreachable_no_name_server:
    'the name servers give no address now: check the network of this machine and /etc/resolv.conf',
  unreachable_no_route: 'this machine has no route to it: check the address and the network',
  unreachable_cut_off: 'the connection was cut off: check the port and the firewall',
  timeout: 'no answer came in time: check the address, the name server and the firewall',
} as const;

type ConnectionReason = 'unreachable' | keyof typeof sentences;

/** The reason for the log, from the code of an error, of its cause, or of the first of several addresses. */
export function connectionReasonOf(error: unknown): ConnectionReason {
  if (!(error instanceof Error)) return 'unreachable';
  const reason = 'code' in error ? causes[String(error.code)] : undefined;
  if (reason !== undefined) return reason;
  return connectionReasonOf(error instanceof AggregateError ? error.errors[0] : error.cause);
}

const bySentence: Readonly<Record<string, string>> = sentences;

/** The fault and its remedy for such a reason. */
export const connectionSentenceOf = (reason: string): string | undefined => bySentence[reason];

/**
 * Lets the system's resolver notice a dead name server within the time-outs of this program: by itself it waits for five seconds,
 * twice. A setting of the operator has precedence. Called before the first connection (resolv.conf(5), RES_OPTIONS).
 */
export function shortenNameLookups(env: Record<string, string | undefined>): void {
  env['RES_OPTIONS'] ||= 'timeout:1 attempts:2';
}

import { DatabaseError } from 'pg';

import { certificateReasonOf, certificateSentences } from '../../certificate.ts';
import { connectionReasonOf, connectionSentenceOf } from '../../connection.ts';
import type { StoreErrorCode } from '../store.ts';
import { StoreError } from '../store.ts';

/** The error code and message of each SQLSTATE code or class (PostgreSQL manual, appendix A). */
const meanings: Readonly<Record<string, readonly [StoreErrorCode, string]>> = {
  '08': ['unavailable', 'lost the connection'],
  '25006': ['unavailable', 'is a standby or read-only now'],
  '28': ['misconfigured', 'refuses the user or the password'],
  '3D000': ['misconfigured', 'does not exist on that server'],
  '40': ['unavailable', 'had to give up a statement for another'],
  '42501': ['not_writable', 'denies this user the right'],
  '53': ['unavailable', 'is out of disk, memory or connections'],
  '55000': ['unavailable', 'does not accept connections'],
  '55P03': ['unavailable', 'holds a lock for too long'],
  '57': ['unavailable', 'is starting, stopping or took too long'],
  '58': ['unavailable', 'reports an error of its system or disk'],
  XX001: ['damaged', 'is damaged: restore it from a backup'],
  XX002: [
    'damaged',
    'has a damaged index: rebuild it with REINDEX, or restore the database from a backup',
  ],
};

/** The StoreError for any error of the driver or the network. */
export function postgresStoreError(cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  if (!(cause instanceof DatabaseError)) {
    // The driver throws this error itself, before the server can refuse.
    const lacksPassword = messageOf(cause).endsWith('client password must be a string');
    const what = 'The PostgreSQL database asks for a password, and none is given';
    if (lacksPassword) return new StoreError('misconfigured', what, cause);
    return new StoreError('unavailable', sentenceOf(cause), cause);
  }
  if (cause.message.startsWith('unsupported startup parameter')) {
    return new StoreError(
      'failed',
      'store.url leads to a pooler: add pooler=transaction to it',
      cause,
    );
  }
  const [code, meaning] = meaningOf(cause);
  return new StoreError(code, `The PostgreSQL database ${meaning}: ${cause.message}`, cause);
}

/** What lies between this machine and the server, with the remedy. */
function sentenceOf(cause: unknown): string {
  const certificate = certificateSentences[certificateReasonOf(cause) ?? ''];
  if (certificate !== undefined) return `The certificate of the PostgreSQL server ${certificate}`;
  const what = 'The PostgreSQL database cannot be reached';
  const message = messageOf(cause);
  // Driver and pool have words of their own for the same time-out.
  if (driverTimeout.test(message)) return `${what}: ${connectionSentenceOf('timeout')}`;
  const sentence = connectionSentenceOf(connectionReasonOf(cause));
  if (sentence === undefined) return `${what}: ${message}`;
  return `${what}: ${sentence} (${message})`;
}

/** The driver and its pool have no code for a connection that is not made in time. */
const driverTimeout =
  /^(timeout expired|timeout exceeded when trying to connect|Connection terminated due to connection timeout)$/;

function meaningOf(cause: DatabaseError): readonly [StoreErrorCode, string] {
  const sqlState = cause.code ?? '';
  const lacksNode = sqlState.startsWith('08') ? isOfNode(cause) : lostNode.test(cause.message);
  if (lacksNode) return ['unavailable', 'cannot use one of its nodes'];
  return meanings[sqlState] ?? meanings[sqlState.slice(0, 2)] ?? ['failed', 'failed'];
}

/** What Citus reports as an internal error (XX000) when a node is lost during a transaction, or a shard has no node. */
const lostNode =
  /^(failure on connection marked as essential|could not find valid entry for shard)/;

/** True for an error that a server of Citus passes on from another node: the connection to this server is intact. */
function isOfNode({ severity, code = '', where = '' }: DatabaseError): boolean {
  if (where.includes('while executing command on ')) return true;
  // A server that ends its own connection says FATAL.
  return severity === 'ERROR' && code.startsWith('08');
}

/** True when the connection is broken or leads to a server that must not be used. Its last statement may have run or not. */
export function isLost(cause: unknown): boolean {
  if (!(cause instanceof DatabaseError)) return true;
  if (isOfNode(cause)) return false;
  const sqlState = cause.code ?? '';
  return sqlState.startsWith('08') || sqlState.startsWith('57P') || sqlState === '25006';
}

/** True when the disk of the server is full. */
export const lacksRoom = (cause: unknown): boolean =>
  cause instanceof DatabaseError && cause.code === '53100';

/** True when a row has this key already. */
export const isTaken = (error: unknown): boolean =>
  error instanceof StoreError &&
  error.cause instanceof DatabaseError &&
  error.cause.code === '23505';

/** The message of an error; of several failed addresses, the message of the first. */
function messageOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return messageOf(cause.errors[0]);
  if (cause instanceof Error) return cause.message;
  return String(cause);
}

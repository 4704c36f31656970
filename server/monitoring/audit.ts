import { appendFileSync } from 'node:fs';

import type { Config } from '../config.ts';

/** The commands of an operator that are audited. */
export type Operation =
  | 'end_sessions'
  | 'block'
  | 'unblock'
  | 'list'
  | 'export'
  | 'erase'
  | 'backup'
  | 'restore';

/** One event of the audit log. It contains no token; `person` is the email, or null when it is unknown. */
export type AuditEvent = Readonly<{
  event: 'sign_in' | 'sign_out' | Operation;
  result: 'done' | 'refused' | 'failed';
  /** The code of a refusal or failure. */
  reason?: string;
  person: string | null;
  /** The address of the client; null for a command on the machine. */
  from: string | null;
  requestId: string | null;
}>;

export type Audit = (event: AuditEvent) => void;

/**
 * Writes each event as one line of JSON to `log.audit`: standard output or a file, which is opened for each line, so that it may
 * be rotated at any time and several processes may share it. Throws when the file cannot be written at the start; `failed` gets
 * the error of a later event, `out` the lines for standard output.
 */
export function openAudit(
  { audit: to }: Pick<Config['log'], 'audit'>,
  nowMs: () => number,
  failed: (error: unknown) => void,
  out = writeOut,
): Audit {
  if (to === null) return () => undefined;
  const write = to === 'stdout' ? out : (line: string) => appendFileSync(to, line, { mode: 0o600 });
  try {
    write('');
  } catch (cause) {
    throw new Error(`The audit log ${to} cannot be written. ${remedy}`, { cause });
  }
  return ({ event, ...details }) => {
    try {
      write(
        `${JSON.stringify({ audit: event, time: new Date(nowMs()).toISOString(), ...details })}\n`,
      );
    } catch (error) {
      failed(error);
    }
  };
}

const remedy =
  'Make its folder exist and be writable for this user, or name another file in AUDIT_LOG.';

export const writeOut = (line: string): void => void process.stdout.write(line);

import type { AuditEvent, Operation } from '../server/monitoring/audit.ts';
import { openAudit } from '../server/monitoring/audit.ts';
import type { CommandContext, Run } from './command.ts';
import { actAsOwnerOf } from './owner.ts';
import { exclusively, columnsOf } from './store/rows.ts';
import { fileOf, openTarget, readProfile } from './stores.ts';

/**
 * A command that writes to the audit log of the profile when it is done. With `--store` there is no profile and no audit log. The
 * command fails at once when the log file cannot be written. If the log is the standard output of the service, the command
 * stores the line, and the service prints it.
 */
export const audited =
  (event: Operation, run: Run): Run =>
  async (input, context) => {
    if (input.option('store') !== undefined) return run(input, context);
    const { log, store } = readProfile(context);
    const file =
      fileOf(store.url) ?? (log.audit === 'stdout' ? undefined : (log.audit ?? undefined));
    const lines: string[] = [];
    const note = (noted?: AuditEvent) => {
      // New files must belong to the owner of the database or audit log.
      using _acting = actAsOwnerOf(file);
      const write = openAudit(log, context.nowMs, rethrow, (line) => void lines.push(line));
      if (noted !== undefined) write(noted);
    };
    note();
    const code = await run(input, context);
    const person = withoutPerson.has(event) ? null : input.operand;
    note({ event, result: 'done', person, from: null, requestId: null });
    if (lines.length > 0) await leave(lines, store.url, context);
    return code;
  };

const withoutPerson: ReadonlySet<Operation> = new Set(['list', 'backup', 'restore']);

/** Stores the lines for the service. Without the table it prints them: an earlier release may need the schema unchanged. */
async function leave(
  lines: readonly string[],
  url: string,
  { printError }: CommandContext,
): Promise<void> {
  await using target = await openTarget(url, { mayBeInUse: true, migrates: false });
  if ((await columnsOf('audit_lines', target)).length === 0)
    return lines.forEach((line) => printError(line.trimEnd()));
  await exclusively(target, () =>
    target.query('INSERT INTO audit_lines (line) VALUES (?)', [lines.join('')]),
  );
}

function rethrow(error: unknown): never {
  throw error;
}

import type { AuditEvent, Operation } from '../server/monitoring/audit.ts';
import { openAudit } from '../server/monitoring/audit.ts';
import type { CommandContext, Run } from './commands.ts';
import { actAsOwnerOf } from './owner.ts';
import { alone, columnsOf } from './store/rows.ts';
import { fileOf, openTarget, readProfile } from './stores.ts';

/**
 * A command that, when it is done, is noted in the audit log of the profile; `--store` names no profile, and has none. It fails
 * at once when the file cannot be written. The standard output of the service is out of reach: the store keeps the line until
 * the service prints it.
 */
export const audited =
  (event: Operation, run: Run): Run =>
  async (input, context) => {
    if (input.option('store') !== undefined) return run(input, context);
    const { log, store } = readProfile(context);
    const file = fileOf(store.url) ?? (log.audit === 'stdout' ? undefined : (log.audit ?? undefined));
    const lines: string[] = [];
    const note = (noted?: AuditEvent) => {
      // Whose database or audit log it is must be able to write what is made here.
      using _acting = actAsOwnerOf(file);
      const write = openAudit(log, context.nowMs, rethrow, (line) => void lines.push(line));
      if (noted !== undefined) write(noted);
    };
    note();
    const code = await run(input, context);
    const person = ofNobody.has(event) ? null : input.operand;
    note({ event, result: 'done', person, from: null, requestId: null });
    if (lines.length > 0) await leave(lines, store.url, context);
    return code;
  };

const ofNobody: ReadonlySet<Operation> = new Set(['list', 'backup', 'restore']);

/** A schema of an earlier release is left as it is: it may be needed again. */
async function leave(lines: readonly string[], url: string, { printError }: CommandContext): Promise<void> {
  await using target = await openTarget(url, { mayBeInUse: true, migrates: false });
  if ((await columnsOf('audit_lines', target)).length === 0)
    return lines.forEach((line) => printError(line.trimEnd()));
  await alone(target, () => target.query('INSERT INTO audit_lines (line) VALUES (?)', [lines.join('')]));
}

function rethrow(error: unknown): never {
  throw error;
}

import type { AuditEvent, Operation } from '../server/monitoring/audit.ts';
import { openAudit } from '../server/monitoring/audit.ts';
import type { CommandContext, CommandInput } from './commands.ts';
import { actAsOwnerOf } from './owner.ts';
import { alone, columnsOf } from './store/rows.ts';
import { fileOf, openTarget, readProfile } from './stores.ts';

/**
 * Does the work of an operator, and then notes it in the audit log of the profile; `--store` names no profile, and has none. Fails
 * before the work when the file cannot be written. The standard output of the service is out of reach: the store keeps the
 * line until the service prints it.
 */
export async function audited<Result>(
  event: Operation,
  person: string | null,
  { option }: Pick<CommandInput, 'option'>,
  context: CommandContext,
  work: () => Promise<Result>,
): Promise<Result> {
  if (option('store') !== undefined) return work();
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
  const result = await work();
  note({ event, result: 'done', person, from: null, requestId: null });
  if (lines.length > 0) await leave(lines, store.url, context);
  return result;
}

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

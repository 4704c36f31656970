import { longestDescription } from '../../contract/fields.ts';
import { nextDue } from '../dates/repeat.ts';
import type { Repeat } from '../dates/repeat.ts';
import { ruleOfTask, withLastDay } from '../quick-add/last-day.ts';
import type { QuickAddOptions } from '../quick-add/options.ts';
import { repeatIn } from '../quick-add/all-words.ts';
import { monthDayWords } from '../quick-add/repeat-rule.ts';
import { lengthOf } from '../sync/fields.ts';
import type { Fields } from '../sync/fields.ts';
import { idOfRow, sameFields } from '../sync/queue.ts';
import type { Queue } from '../sync/queue.ts';
import type { Row } from '../sync/rows.ts';
import { keyAfterDeletion, nextTaskKey } from '../sync/send-write.ts';

/** A row with its fields before and after a change. */
export type RowChange = {
  readonly rowKey: string;
  readonly before: Fields;
  readonly after: Fields;
};

/** A task to create, with the key that every device derives for it. */
export type NextTask = { readonly fields: Fields; readonly key: string };

/** The next tasks of the recurrences that these changes finish, unless the list has them already, also in a changed form. */
export function nextTasks(
  changes: readonly RowChange[],
  queue: Queue,
  rows: readonly Row[],
  options: QuickAddOptions,
): readonly NextTask[] {
  return changes.flatMap(({ rowKey, before, after }) => {
    const fields = nextOf(before, after, options);
    const key = nextTaskKey(idOfRow(queue, rowKey) ?? rowKey, after.dueDate);
    const isThere = (row: Row) =>
      row.key.startsWith(key) || (fields !== undefined && sameFields(row.fields, fields));
    if (fields === undefined || rows.some(isThere)) return [];
    return [{ fields, key: keyNotIn(queue, key) }];
  });
}

/** The key, or the one after it while a deleted task with it waits in the queue. */
function keyNotIn(queue: Queue, key: string): string {
  if (!queue.writes.some(({ target }) => target === key)) return key;
  return keyNotIn(queue, keyAfterDeletion(key));
}

/** The task that follows a finished one: due on the next day of its rule after today; undefined after its last day. */
export function nextOf(
  before: Fields,
  after: Fields,
  options: QuickAddOptions,
): Fields | undefined {
  if (after.state !== 'DONE' || before.state === 'DONE') return undefined;
  const repeat = repeatIn(after.description, options);
  if (repeat === undefined) return undefined;
  const rule = ruleOfTask(repeat, after.dueDate);
  const dueDate = nextDue(rule, after.dueDate, options.todayIso);
  if (dueDate === undefined) return undefined;
  const ended = withLastDay(after.description, repeat, rule.until, { dueDate, options });
  const description = withDay({ ...after, description: ended }, dueDate, options);
  return { ...after, description, dueDate, state: 'TODO' };
}

/** "every month" from the 31st gets "on the 31st" if the next month is shorter; "every year" from 29 February gets that day. */
function withDay(
  { description, dueDate }: Fields,
  nextIso: string,
  options: QuickAddOptions,
): string {
  const repeat = repeatIn(description, options);
  const day = Number(dueDate.slice(8));
  const isShorter = Number(nextIso.slice(8)) < day;
  if (repeat === undefined || !isShorter || !isOnDayOfMonth(repeat.rule)) return description;
  const { language, ending, end } = repeat;
  const before = description.slice(0, ending?.start ?? end).trimEnd();
  const after = description.slice(before.length);
  const month = repeat.rule.unit === 'year' ? february[language] : '';
  const written = `${before} ${monthDayWords[language](day)}${month}${after}`;
  const isRead = repeatIn(written, options)?.rule.monthDay === day;
  if (!isRead || lengthOf(written) > longestDescription) return description;
  return written;
}

/** True if the due date alone says on which day of the month the rule is due. */
const isOnDayOfMonth = ({ unit, monthDay, isFromDone = false }: Repeat): boolean =>
  (unit === 'month' || unit === 'year') && monthDay === undefined && !isFromDone;

const february = { en: ' of February', de: ' Februar', fr: ' février' };

/** The description without its recurrence, or unchanged if it has no other words. */
export function withoutRepeat(description: string, options: QuickAddOptions): string {
  const repeat = repeatIn(description, options);
  if (repeat === undefined) return description;
  const before = description.slice(0, repeat.start);
  const after = description.slice(repeat.end);
  return `${before.trimEnd()} ${after.trimStart()}`.trim() || description;
}

import { nextDue } from '../dates/repeat.ts';
import type { QuickAddOptions } from '../quick-add/place.ts';
import { repeatIn } from '../quick-add/read-date.ts';
import type { Fields } from '../sync/fields.ts';

/** The task that follows a finished one: the same words, and the next day of its rule after today. */
export function nextOf(before: Fields, after: Fields, options: QuickAddOptions): Fields | undefined {
  if (after.state !== 'DONE' || before.state === 'DONE') return undefined;
  const repeat = repeatIn(after.description, options);
  const dueDate = repeat && nextDue(repeat.rule, after.dueDate, options.todayIso);
  return dueDate === undefined ? undefined : { ...after, dueDate, state: 'TODO' };
}

/** The words without those that say how the task repeats; words that say nothing else stay. */
export function withoutRepeat(description: string, options: QuickAddOptions): string {
  const repeat = repeatIn(description, options);
  if (repeat === undefined) return description;
  const [before, after] = [description.slice(0, repeat.start), description.slice(repeat.end)];
  return `${before.trimEnd()} ${after.trimStart()}`.trim() || description;
}

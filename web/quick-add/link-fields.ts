import type { Fields } from '../sync/fields.ts';
import type { AddLink } from './add-link.ts';
import { blankNewTask } from './draft.ts';
import { readNewTask } from './all-words.ts';
import type { QuickAddOptions } from './options.ts';

/** The fields of the task. Text from another app is not the person's own: a date in it is not read. */
export function fieldsOfLink({ text, isTyped }: AddLink, options: QuickAddOptions): Fields {
  const draft = { ...blankNewTask(options.todayIso), description: text };
  if (!isTyped) draft.byHand = ['date', 'importance', 'state'];
  return readNewTask(draft, options).fields;
}

import type { FieldFaultCode } from '../../contract/problem.ts';
import { fieldNames, texts } from '../../contract/fields.ts';
import type { TaskUpdateRequest, TaskResponse } from '../../contract/task.ts';
import { daysBetween, isDate } from '../dates/calendar.ts';
import type { Write } from './kept.shapes.ts';

/** The fields that a person sets. */
export type Fields = TaskUpdateRequest;

export type FieldName = keyof Fields;
export type FieldFaults = Readonly<Partial<Record<FieldName, FieldFaultCode>>>;

/** What the service would refuse, in its own codes. `todayIso` is given for a new task only: old ones may be overdue. */
export function faultsOf(fields: Fields, todayIso: string | null): FieldFaults {
  const faults: Partial<Record<FieldName, FieldFaultCode>> = {};
  for (const text of texts) {
    const code = textFault(text, fields[text.name]);
    if (code) faults[text.name] = code;
  }
  if (!isDate(fields.dueDate)) faults.dueDate = 'not_a_date';
  else if (todayIso !== null && fields.dueDate < todayIso) faults.dueDate = 'in_the_past';
  return faults;
}

type Text = { readonly longest: number; readonly mayBeBlank: boolean };

function textFault({ longest, mayBeBlank }: Text, value = ''): FieldFaultCode | undefined {
  if (!mayBeBlank && !/\S/u.test(value)) return 'blank';
  if (lengthOf(value) > longest) return 'too_long';
  return value.isWellFormed() && !value.includes('\0') ? undefined : 'not_well_formed';
}

/** What the service would refuse about a description. */
export const descriptionFault = (value: string): FieldFaultCode | undefined => textFault(texts[0], value);

/** The fields as a new task may have them: it cannot be due in the past, so such a date becomes today. */
export function asNew(fields: Fields, todayIso: string): Fields {
  return fields.dueDate < todayIso ? { ...fields, dueDate: todayIso } : fields;
}

/** By how many days it is late, 0 when it is not; what is done never is. */
export function daysLate({ dueDate, state }: Fields, todayIso: string): number {
  return state === 'DONE' || dueDate >= todayIso ? 0 : daysBetween(dueDate, todayIso);
}

/** Length as the contract counts it: code points, not the UTF-16 units of `maxlength`. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** A text that is left out is empty. */
export const sameFields = (a: Partial<Fields>, b: Partial<Fields>): boolean =>
  fieldNames.every((name) => (a[name] ?? '') === (b[name] ?? ''));

// What a list of the service says about a change that the service may not have.

/**
 * What the service made of a write whose response is not known, or undefined if the list does not show that it has arrived.
 * `task` is that of its row. A create has arrived when `list` has an equal task without a row that was not there before.
 */
export function arrivedAs(
  { change, tried, known = [] }: Write,
  task: TaskResponse | null,
  list: readonly TaskResponse[],
  rowKeys: ReadonlyMap<string, string>,
): TaskResponse | null | undefined {
  if (change.kind === 'delete') return task === null ? null : undefined;
  if (task !== null && sameFields(task, change.fields)) return task;
  if (change.kind === 'replace' || !tried) return undefined;
  const isNew = ({ id }: TaskResponse) => !rowKeys.has(String(id)) && !known.some((each) => each.id === id);
  return list.find((each) => sameFields(each, change.fields) && isNew(each));
}

/** Whether the task is still one that the person knew when the change was made. A create meets none. */
export const isCurrent = ({ change, known = [] }: Write, task: TaskResponse | null): boolean =>
  change.kind === 'create' || (task !== null && known.some((version) => sameFields(version, task)));

/**
 * A change on top of the task as another device has left it, where each has changed other fields; null where both have changed
 * the same one, or the task is to be deleted. A field that has a value of a known version was not changed elsewhere.
 */
export function onTopOf(task: TaskResponse, write: Write): Write | null {
  const { change, known = [] } = write;
  if (change.kind !== 'replace') return null;
  const { id: _, ...theirs } = task;
  const { fields } = change;
  const isTheirs = (name: FieldName) => !known.some((version) => version[name] === theirs[name]);
  const isMine = (name: FieldName) => known.some((version) => version[name] !== fields[name]);
  const taken = fieldNames.filter((name) => isTheirs(name) && theirs[name] !== fields[name]);
  if (known.length === 0 || taken.some(isMine)) return null;
  const merged = { ...fields, ...Object.fromEntries(taken.map((name) => [name, theirs[name]])) };
  return { ...write, change: { kind: 'replace', fields: merged }, known: [task] };
}

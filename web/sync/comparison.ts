// What a list of the service says about a change that the service may not have.
import { fieldNames } from '../../contract/fields.ts';
import type { TaskResponse } from '../../contract/task.ts';
import { sameFields } from './fields.ts';
import type { FieldName } from './fields.ts';
import type { Write } from './kept.shapes.ts';

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

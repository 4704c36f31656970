import type { TaskCreateRequest } from '../../contract/task.ts';
import { moveToToday } from './preview.ts';
import type { FaultyRow, ImportPreview, ImportRow, TaskRow } from './preview.ts';

/** What is to become of rows that could be added, but perhaps should not be. */
export type PlanChoices = { readonly duplicates: 'skip' | 'add'; readonly past: 'today' | 'skip' };

/** What an import will do: the rows to add as they will be, and how many there are of each doubtful kind. */
export type Plan = {
  readonly add: readonly PlannedRow[];
  readonly duplicates: number;
  readonly past: number;
  readonly faulty: readonly FaultyRow[];
};

/** `remark` tells where the date comes from, when it is not the file's. */
export type PlannedRow = {
  readonly line: number;
  readonly fields: TaskCreateRequest;
  readonly remark?: 'assumed' | 'moved';
};

/** Duplicates are told first: one that is also in the past is not asked about twice. */
export function planImport({ rows }: ImportPreview, choices: PlanChoices, todayIso: string): Plan {
  const tasks = rows.filter(isTask);
  const wanted = tasks.filter((row) => row.duplicate === undefined || choices.duplicates === 'add');
  const past = wanted.filter((row) => row.isPast);
  const timely = choices.past === 'skip' ? wanted.filter((row) => !row.isPast) : wanted;
  return {
    add: timely.map((row) => planRow(row, todayIso)),
    duplicates: tasks.filter((row) => row.duplicate !== undefined).length,
    past: past.length,
    faulty: rows.filter((row): row is FaultyRow => !isTask(row)),
  };
}

/** Whether the dates of a file can be read in either order, so that only the person knows which one is meant. */
export function isDateOrderOpen(one: ImportPreview, other: ImportPreview): boolean {
  const datesOf = ({ rows }: ImportPreview) => rows.map((row) => (isTask(row) ? row.fields.dueDate : ''));
  const [dates, others] = [datesOf(one), datesOf(other)];
  return (
    dates.some((date, at) => date !== others[at]) &&
    dates.filter((date) => date === '').length === others.filter((date) => date === '').length
  );
}

function planRow(row: TaskRow, todayIso: string): PlannedRow {
  const { line } = row;
  if (row.isPast) return { line, fields: moveToToday(row, todayIso).fields, remark: 'moved' };
  const { fields } = row;
  return row.assumed.includes('dueDate') ? { line, fields, remark: 'assumed' } : { line, fields };
}

const isTask = (row: ImportRow): row is TaskRow => 'fields' in row;

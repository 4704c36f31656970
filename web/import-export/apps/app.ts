import type { FieldName, Fields } from '../../sync/fields.ts';

/** What tasks of other apps have that is no field here, in the order in which it is added to a description. */
export const detailKinds = ['list', 'parent', 'labels', 'otherDate', 'notes', 'repeat'] as const;
export type DetailKind = (typeof detailKinds)[number];
/** `repeat` is never added: a task here has one date, and words beside it would promise more. */
export type Details = Readonly<Partial<Record<DetailKind, string>>>;

/** What becomes of a column; null: it says nothing about the task itself, such as an id. */
export type Target = FieldName | DetailKind | null;

/** How the export of one app is read. */
export type App = {
  readonly name: string;
  /** Columns that together only this app has. Empty where the reader of the format knows the app. */
  readonly marks: readonly string[];
  /** Of several columns for one field the first that is filled counts; a second date becomes a detail. */
  readonly becomes: Readonly<Record<string, Target>>;
  readonly importances?: Readonly<Record<string, Fields['importance']>>;
  readonly states?: Readonly<Record<string, Fields['state']>>;
  /** The column with the time zone of the dates. */
  readonly zone?: string;
  /** Dates are written as midnight in UTC, whatever the zone. */
  readonly datesAreDays?: boolean;
  /** The columns with the id of a task and with that of its parent. */
  readonly family?: { readonly id: string; readonly parent: string };
  /** Each file is one list and has its name. */
  readonly fileIsList?: boolean;
};

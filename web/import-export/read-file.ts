import { fieldNames } from '../../contract/fields.ts';
import { isDayFirst } from '../dates/calendar.ts';
import { blankNewTask } from '../quick-add/draft.ts';
import type { QuickAddOptions } from '../quick-add/options.ts';
import type { FieldName, Fields } from '../sync/fields.ts';
import { readCalendar } from './calendar-file.ts';
import { columnsOf, withDetails, withListAndLabels } from './columns.ts';
import { readCsv } from './csv.ts';
import type { Details } from './apps.ts';
import type { DayCount } from './date-forms.ts';
import { orderOf } from './file-dates.ts';
import type { DateOrder } from './file-dates.ts';
import { longestFile, shorten, textOf, unreadable } from './file-table.ts';
import type { FileEntry, FileFault, FileTable } from './file-table.ts';
import { faultOfKind, readBytes } from './file-text.ts';
import { someday } from '../view/due.ts';
import { withTag, withTags } from './file-tags.ts';
import { readJson } from './json.ts';
import { isLogseq, readLogseq } from './logseq.ts';
import { entriesAtOnce, isMarkdown, readMarkdown, readPlainList } from './markdown-file.ts';
import { mapColumns, readers } from './meanings.ts';
import type { ValueFault } from './meanings.ts';
import { isOpml, readOpml } from './opml-file.ts';
import { isOrg, readOrg } from './org-file.ts';
import { isTaskPaper, readTaskPaper } from './taskpaper.ts';
import { isTodoTxt, readTodoTxt } from './todo-txt.ts';

export type ReadOptions = QuickAddOptions &
  DateForms & {
    readonly existing: readonly Fields[];
    readonly fileName?: string;
  };

/** The person's choices for dates that can be read in two ways. */
export type DateForms = {
  /** In place of the order that was found. */
  readonly dateOrder?: DateOrder;
  /** Days are counted since 1900 without a choice. */
  readonly dayCount?: DayCount;
};

/** The tasks that an import could add, and the faults of the rest of the file. */
export type FileContent = Awaited<ReturnType<typeof readFile>>;
export type FileTask = FileContent['tasks'][number];

export type EntryFault =
  | ({ readonly field: FieldName } & ValueFault)
  | { readonly code: NonNullable<FileEntry['fault']> | 'no_title' };

/**
 * Reads a CSV, JSON, iCalendar, Markdown or text file, and never throws. Data beyond the limits of `file-table.ts` is not read and gives a
 * fault. Pauses between groups of entries keep the page responsive.
 */
export async function readFile(file: Blob, options: ReadOptions, pause: Pause = nextTurn) {
  try {
    return await contentOf(await readTable(file, options, pause), options, pause);
  } catch {
    // The file was moved, locked or removed after it was chosen, or its content is of an unforeseen kind.
    return contentOf(unreadable({ code: 'unreadable' }), options, pause);
  }
}

async function readTable(file: Blob, options: ReadOptions, pause: Pause): Promise<FileTable> {
  if (file.size > longestFile) return unreadable({ code: 'too_large' });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { text, isGuess } = readBytes(bytes);
  const fault = faultOfKind(bytes, text);
  if (fault !== undefined) return unreadable({ code: fault });
  return { ...(await tableOf(text, options, pause)), areLettersGuessed: isGuess };
}

type Pause = () => Promise<void>;
const nextTurn: Pause = () => new Promise<void>((resolve) => setTimeout(resolve));

async function contentOf(table: FileTable, options: ReadOptions, pause: Pause) {
  const { existing, todayIso } = options;
  const { ignored, hasDescription, valuesOf } = columnsOf(table, options);
  const entries: ReturnType<typeof valuesOf>[] = [];
  for (const entry of hasDescription ? table.entries : []) {
    if (entries.length % entriesAtOnce === entriesAtOnce - 1) await pause();
    entries.push(valuesOf(entry));
  }
  const dateForms = formsOf(entries, options);
  const { dateOrder } = dateForms;
  const keysSoFar = new Set<string>();
  const isInList = finderIn(existing);
  const read = entries.map(({ entry: { line, fault }, valueIn, details, marks }) => {
    const { fields, unread, ...found } = fieldsOf(fault, valueIn, dateOrder, todayIso);
    const faults = table.app ? found.faults.map(withoutTitle) : found.faults;
    const written = valueIn('description');
    // A recurrence that was not understood counts as a date of the file.
    const isDateAssumed = valueIn('dueDate') === '' && details.repeat === undefined;
    // With its lists and labels, because two lists of another app may have equal tasks.
    const own = keyOf({ ...fields, description: withListAndLabels(fields.description, details) });
    const isOnDay = daysOf(fields, marks.isDated, todayIso);
    const isDuplicate = keysSoFar.has(own) || isInList(fields, details, isOnDay);
    if (faults.length === 0) keysSoFar.add(own);
    const text = typeof written === 'string' ? written : '';
    const doubts = { isDateAssumed, isDuplicate, ...marks };
    return { line, fields, details, ...doubts, faults, unread, text };
  });
  const tasks = read.filter(({ faults }) => faults.length === 0);
  return {
    tasks,
    /** Values that have no meaning here, each with its number of tasks, which have the default instead. */
    unread: countUnread(tasks.flatMap((task) => task.unread)),
    /** The number of tasks whose title is longer than a task text. */
    cut: tasks.filter(({ isCut }) => isCut).length,
    /** Entries that are not tasks, with every reason and the text of the description, if any. */
    faulty: read.filter(({ faults }) => faults.length > 0),
    faults: faultsOfFile(table, hasDescription),
    ...dateForms,
    /** The app that has exported the file. */
    app: table.app?.name ?? null,
    /** The saved filters and settings of our own file. */
    device: table.device ?? null,
    leftOut: table.leftOut ?? {},
    /** True if the encoding of the file is a guess, which only the person can confirm. */
    areLettersGuessed: table.areLettersGuessed ?? false,
    /** Columns that are not imported. */
    ignored,
  };
}

type Dates = Pick<ReturnType<ReturnType<typeof columnsOf>['valuesOf']>, 'valueIn' | 'dayNumber'>;

/** How the dates of the file are read, and what only the person knows about them. */
function formsOf(entries: readonly Dates[], { dateOrder, locale }: ReadOptions) {
  const { order, isOpen } = orderOf(entries.map(({ valueIn }) => valueIn('dueDate')));
  const usual: DateOrder = isDayFirst(locale) ? 'day_first' : 'month_first';
  const numbered = entries.find(({ dayNumber }) => dayNumber !== undefined);
  return {
    dateOrder: dateOrder ?? order ?? usual,
    /** True when only the person knows the order of day and month. */
    isDateOrderOpen: isOpen,
    /** The first date that is a number of days; only the person knows since when. */
    dayNumber: numbered?.dayNumber ?? null,
  };
}

function faultsOfFile({ entries, faults }: FileTable, hasDescription: boolean): FileFault[] {
  if (entries.length === 0 && faults.length === 0) return [{ code: 'empty' }];
  if (entries.length === 0 || hasDescription) return [...faults];
  return [...faults, { code: 'no_description' }];
}

function tableOf(text: string, options: ReadOptions, pause: Pause): FileTable | Promise<FileTable> {
  if (/^\s*BEGIN:(?:VCALENDAR|VTODO)/i.test(text)) return readCalendar(text, pause);
  const outline = outlineOf(text, options.fileName);
  if (outline !== undefined) return outline;
  if (isMarkdown(text, options.fileName)) return readMarkdown(text, options, pause);
  if (/^\s*[{[]/.test(text)) return readJson(text);
  const table = readCsv(text);
  const isTable = table.app !== undefined || mapColumns(table.columns).description !== undefined;
  if (isTable) return table;
  return linesOf(text, options, pause) ?? table;
}

/** The lines of a text file, each a task; undefined for a file with another name. A note without a list has none. */
function linesOf(text: string, options: ReadOptions, pause: Pause) {
  const { fileName = '' } = options;
  if (/\.(?:md|markdown)$/i.test(fileName)) return unreadable({ code: 'outline' });
  if (!/\.txt$/i.test(fileName)) return undefined;
  if (isTodoTxt(text)) return readTodoTxt(text);
  return readPlainList(text, options, pause);
}

/** The tasks of an outline; undefined for any other text. */
function outlineOf(text: string, fileName: string | undefined): FileTable | undefined {
  if (isOpml(text)) return readOpml(text);
  if (isOrg(text, fileName)) return readOrg(text);
  if (isTaskPaper(text, fileName)) return readTaskPaper(text);
  if (isLogseq(text, fileName)) return readLogseq(text);
  return undefined;
}

/** In an export of an app the description is the title, which the person did not leave out here. */
function withoutTitle(fault: EntryFault): EntryFault {
  const isOfTitle = 'field' in fault && fault.field === 'description';
  if (isOfTitle && /^(?:required|blank)$/.test(fault.code)) return { code: 'no_title' };
  return fault;
}

/** A value of a field that has no meaning here. */
type UnreadValue = { readonly field: 'importance' | 'state'; readonly value: string };

/** Each value once, the most frequent first. */
function countUnread(values: readonly UnreadValue[]) {
  const byValue = Map.groupBy(values, ({ field, value }) => `${field} ${value}`);
  return [...byValue.values()]
    .flatMap((equal) => equal.slice(0, 1).map((value) => ({ ...value, tasks: equal.length })))
    .toSorted((a, b) => b.tasks - a.tasks);
}

/**
 * The fields of an entry. A blank date becomes today; blank or unknown importance becomes MEDIUM, a blank or unknown state TODO.
 * A date that cannot be read is a fault: no task gets a wrong date.
 */
function fieldsOf(
  fault: FileEntry['fault'],
  valueIn: (field: FieldName) => unknown,
  order: DateOrder,
  todayIso: string,
) {
  const fields: Fields = blankNewTask(todayIso);
  const faults: EntryFault[] = [];
  const unread: UnreadValue[] = [];
  if (fault !== undefined) faults.push({ code: fault });
  if (fault === 'not_an_object') return { fields, faults, unread };
  for (const field of fieldNames) {
    const value = valueIn(field);
    if (field !== 'description' && value === '') continue;
    const meaning = readers[field](value, order);
    if (typeof meaning === 'string') Object.assign(fields, { [field]: meaning });
    else if (field === 'importance' || field === 'state')
      unread.push({ field, value: shorten(textOf(value)) });
    else faults.push({ field, ...meaning });
  }
  return { fields, faults, unread };
}

const keyOf = ({ dueDate, description }: Fields): string => `${dueDate} ${description}`;

/** Says if a task is in the list on one of its days, however an import has written its details. */
function finderIn(existing: readonly Fields[]) {
  const byDescription = Map.groupBy(existing, ({ description }) => description);
  return (fields: Fields, details: Details, isOnDay: (day: string) => boolean): boolean =>
    writtenForms(fields.description, details).some((each) =>
      byDescription.get(each)?.some(({ dueDate }) => isOnDay(dueDate)),
    );
}

/** The days on which an earlier import may have put a task: any without a date in the file, and up to today for an overdue one. */
function daysOf({ dueDate, state }: Fields, isDated: boolean, todayIso: string) {
  if (!isDated) return () => true;
  if (state === 'DONE' || dueDate > todayIso) return (day: string) => day === dueDate;
  return (day: string) => day >= dueDate && day <= todayIso;
}

/** The descriptions that an import makes of a task, by the choices of the person; with its lists as words in older versions. */
function writtenForms(description: string, details: Details): readonly string[] {
  const forms = [description, withTags(description, details)]
    .flatMap((words) => [words, withTag(words, someday)])
    .flatMap((words) => [words, withDetails(words, details)]);
  return [withListAndLabels(description, details), ...forms];
}

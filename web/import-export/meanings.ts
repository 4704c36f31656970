import { fieldNames, importances, states } from '../../contract/fields.ts';
import type { FieldFaultCode } from '../../contract/problem.ts';

import { faultOfText } from '../sync/fields.ts';
import type { Fields, FieldName } from '../sync/fields.ts';
import { comparable } from '../words/language.ts';
import type { DetailKind } from './apps.ts';
import { dateFrom, longestDate } from './file-dates.ts';
import type { DateOrder } from './file-dates.ts';
import { textOf } from './file-table.ts';

/** The fault of a value. The codes are those of the service's responses; `found` is the text that is not a date. */
export type ValueFault = { readonly code: FieldFaultCode; readonly found?: string };

/** Reads a value of a file for each field. A description must be a string; other fields are read from any value as text. */
export const readers: {
  readonly [Name in FieldName]: (value: unknown, order: DateOrder) => Fields[Name] | ValueFault;
} = {
  description(value) {
    if (value === undefined || value === null) return { code: 'required' };
    if (typeof value !== 'string') return { code: 'type' };
    const code = faultOfText('description', value);
    if (code !== undefined) return { code };
    return value;
  },
  dueDate: (value, order) => dateFrom(value, order) ?? { code: 'not_a_date', found: textOf(value) },
  importance: (value) => meaningOf(textOf(value), importanceNames) ?? { code: 'not_allowed' },
  // A name in one of three languages, or yes or no for done.
  // The day or the moment at which a task was finished, in a column such as "completed", is a yes.
  state: (value) =>
    meaningOf(textOf(value), stateNames) ?? doneOn(textOf(value)) ?? { code: 'not_allowed' },
};

const doneOn = (text: string): 'DONE' | undefined => (aDay.test(text) ? 'DONE' : undefined);
/** A day or a moment in numbers. */
const aDay =
  /^(?:\d{4}-\d{1,2}-\d{1,2}(?!\d)|\d{1,2}[./]\d{1,2}[./](?:\d\d){1,2}(?!\d)|\d{10}(?:\d{3})?$)/;

function meaningOf<T extends string>(text: string, names: ReadonlyMap<string, T>): T | undefined {
  if (text.length > longestDate) return undefined;
  return names.get(plain(text));
}

/** The column of each field. Of several possible columns the one whose name is first in `columnNames`. */
export function mapColumns(columns: readonly string[]) {
  const byName = new Map(columns.toReversed().map((column) => [plain(column), column]));
  const mapped: Partial<Record<FieldName, readonly string[]>> = {};
  for (const [name, field] of columnNames) {
    const column = byName.get(name);
    if (column === undefined) continue;
    if (mapped[field] === undefined) mapped[field] = [column];
    else if (isFurther(field, name)) mapped[field] = [...mapped[field], column];
  }
  return mapped;
}

/** The columns that may name a task, by priority. */
export function titleColumns(columns: readonly string[]): readonly string[] {
  const byName = Map.groupBy(columns, (column) => plain(column.replace(/ \(\d+\)$/, '')));
  return [...columnNames].flatMap(([name, field]) => {
    if (field !== 'description') return [];
    return byName.get(name) ?? [];
  });
}

/** True for a column whose value is used where the first column of the field is empty. The day of another date is no due date. */
function isFurther(field: FieldName, name: string): boolean {
  if (field === 'state') return true;
  return field === 'dueDate' && !/^(?:end|date|datum)/.test(name);
}

/** The columns of each detail that a file of an unknown program has, without those of the fields. */
export function mapDetails(columns: readonly string[]) {
  const ofFields = new Set(Object.values(mapColumns(columns)).flat());
  const mapped: Partial<Record<DetailKind, readonly string[]>> = {};
  for (const column of columns) {
    const kind = detailNames.get(plain(column.replace(/ \(\d+\)$/, '')));
    if (kind === undefined || ofFields.has(column)) continue;
    mapped[kind] = [...(mapped[kind] ?? []), column];
  }
  return mapped;
}

const yesNoNames =
  'completed done iscompleted isdone isfinished finished checked ischecked erledigt abgeschlossen fait termine';

/** Names of columns, by priority: the title of an app is before its description, because it names the task. */
const columnNames = meanings(fieldNames, {
  description:
    'taskname tasktitle cardname cardtitle itemname task title content summary subject name todo aufgabenname aufgabentitel vorgangsname kartenname aufgabe titel betreff zusammenfassung bezeichnung ' +
    'nomdelatache nomdetache titredelatache nomdelacarte tache titre sujet objet intitule libelle nom resume description beschreibung text texte',
  dueDate:
    'duedate due duedateutc duedatelocal dueon dueat datedue deadline fallig falligam falligkeit falligkeitsdatum faelligam ' +
    'faelligkeit termin frist echeance datedecheance datelimite deadlinedate planneddate scheduleddate finishdate enddate startdate date datum',
  importance:
    'importance priority prio urgency wichtigkeit prioritat prioritaet dringlichkeit priorite urgence',
  state: `state status progress zustand stand fortschritt etat statut avancement ${yesNoNames}`,
});

/** True for columns that say only yes or no, so that 1 is done. */
export const sayYesOrNo = (columns: readonly string[]): boolean =>
  columns.every((column) => yesNoNames.split(' ').includes(plain(column)));

const detailNames = meanings(['list', 'labels', 'notes', 'parent', 'repeat'], {
  list: 'project projectname list listname tasklist tasklistname section folder board boardname bucket bucketname nomducompartiment group projekt liste abschnitt ordner gruppe projet dossier groupe',
  labels:
    'tag tags context contexts label labels category categories kategorie kategorien schlagworte bezeichnungen beschriftungen etikett etiketten etiquette etiquettes categorie',
  notes:
    'note notes notiz notizen description beschreibung details body remarks comment bemerkung bemerkungen anmerkungen remarque remarques',
  parent:
    'parenttask parenttaskname parenttitle parent parentid parentissue parentkey parenttaskid',
  repeat: 'repeat repeats recurrence recurring rrule wiederholung wiederholen repetition',
});

/** The column with the time of day of the due date. */
export const clockColumn = (columns: readonly string[]): string | undefined =>
  columns.find((column) => clockNames.has(plain(column)));

const clockNames = new Set(
  'time duetime timedue duehour uhrzeit zeit falligkeitszeit heure heuredecheance'.split(' '),
);

/** The columns with the id of a task and with that of its parent, if a file of an unknown program has both. */
export function familyOf(columns: readonly string[]) {
  const columnNamed = (names: RegExp) => columns.find((column) => names.test(plain(column)));
  const id = columnNamed(/^(?:id|uid|uuid|gid|key|taskid|issuekey)$/);
  const parent = columnNamed(/^parent(?:id|issue|key|taskid)?$/);
  if (id === undefined || parent === undefined) return undefined;
  return { id, parent };
}

const importanceNames = meanings(importances, {
  LOW: 'low p3 niedrig gering basse faible bas',
  MEDIUM: 'medium p2 normal none nopriority mittel moyenne normale moyen keine aucune',
  HIGH: 'high p1 urgent critical important hoch dringend wichtig haute elevee haut urgente importante',
});

const cancelledNames =
  'cancelled canceled wontdo wontfix dropped abgebrochen storniert annule annulee abandonne';
/** True for the state of a task that is not to be done. */
export const isCancelledName = (text: string): boolean =>
  text.length <= longestDate && cancelledNames.split(' ').includes(plain(text));

const stateNames = meanings(states, {
  TODO: 'todo open new pending incomplete active available unchecked needsaction notstarted no n deferred false falsch faux offen neu zutun nichtbegonnen zuruckgestellt nein afaire noncommencee reportee ouvert nouveau non',
  WORKING:
    'working wip inreview inprogress inprocess doing started workingonit waitingonsomeoneelse waitingonothers inarbeit wartetaufjemandanderen lauft laeuft inbearbeitung begonnen encours ' +
    'enattentedequelquundautre',
  DONE: `done completed complete closed finished checked resolved archived yes y true wahr vrai x erledigt fertig abgeschlossen geschlossen gelost archiviert ja j fait fini termine terminee resolu archive oui ${cancelledNames}`,
});

/** Names of columns with the day on which a task was finished. */
const finishedNames = new Set(
  'completedat completedon completeddate completiondate datecompleted finishedat doneat donedate closedat dateclosed erledigtam abgeschlossenam termineele'.split(
    ' ',
  ),
);

/** The columns with the day on which a task was finished. */
export const finishedColumns = (columns: readonly string[]): readonly string[] =>
  columns.filter((column) => finishedNames.has(plain(column)));

function meanings<T extends string>(values: readonly T[], names: Readonly<Record<T, string>>) {
  return new Map(
    values.flatMap((value) => names[value].split(' ').map((name) => [name, value] as const)),
  );
}

const plain = (name: string): string => comparable(name).replace(/[^\p{L}\p{N}]/gu, '');

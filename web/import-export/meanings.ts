import { isDate, isoFrom } from '../dates/calendar.ts';
import { comparable } from '../words/comparable.ts';
import type { Fields, FieldName } from '../sync/fields.ts';

/** What 3/12/2025 means: 3 December or 12 March. */
export type DateOrder = 'day_first' | 'month_first';

/** Which column holds which field. Of several that could, the one whose name comes first in the list below. */
export function mapColumns(columns: readonly string[]): ReadonlyMap<FieldName, number> {
  const names = columns.map(plain);
  const mapped = new Map<FieldName, number>();
  for (const [name, field] of fieldNames) {
    const column = names.indexOf(name);
    if (column !== -1 && !mapped.has(field)) mapped.set(field, column);
  }
  return mapped;
}

/** What a name in one of three languages means; undefined for any other value. */
export function importanceFrom(value: unknown): Fields['importance'] | undefined {
  return typeof value === 'string' ? importanceNames.get(plain(value)) : undefined;
}

/** What a name in one of three languages, or yes or no, means; undefined for any other value. */
export function stateFrom(value: unknown): Fields['state'] | undefined {
  const isName = typeof value === 'string' || typeof value === 'boolean';
  return isName ? stateNames.get(plain(String(value))) : undefined;
}

/** The ISO date for a date written with its year and perhaps a time of day; undefined for any other value. */
export function dateFrom(value: unknown, order: DateOrder): string | undefined {
  if (typeof value !== 'string') return undefined;
  const [, iso] = isoDateTime.exec(value.trim()) ?? [];
  if (iso !== undefined) return isDate(iso.replaceAll('/', '-')) ? iso.replaceAll('/', '-') : undefined;
  const [, left, mark, right, year = ''] = numericDate.exec(value.trim()) ?? [];
  const [day, month] = mark === '.' || order === 'day_first' ? [left, right] : [right, left];
  return isoFrom(Number(year.padStart(4, '20')), Number(month), Number(day));
}

/** The one order that all dates of a column fit, if there is one; `isOpen` when both give dates, but different ones. */
export function orderOf(dates: readonly unknown[]): { order?: DateOrder; isOpen: boolean } {
  const pairs = dates.flatMap((value) => {
    const [, left, mark, right] = (typeof value === 'string' && numericDate.exec(value.trim())) || [];
    return mark === undefined || mark === '.' ? [] : [[Number(left), Number(right)] as const];
  });
  const isDayFirst = pairs.some(([left]) => left > 12);
  const isMonthFirst = pairs.some(([, right]) => right > 12);
  if (isDayFirst === isMonthFirst) return { isOpen: pairs.some(([left, right]) => left !== right) };
  return { order: isDayFirst ? 'day_first' : 'month_first', isOpen: false };
}

const time = '(?:[T ,].*)?';
const numericDate = new RegExp(`^(\\d{1,2})([./-])(\\d{1,2})\\2(\\d{4}|\\d{2})${time}$`);
const isoDateTime = new RegExp(`^(\\d{4}([-/])\\d{2}\\2\\d{2})${time}$`);

/** Where an app gives a title and a description, the title comes first: it is the task. */
const fieldNames = meanings<FieldName>([
  [
    'description',
    'task title content summary subject name todo aufgabe titel betreff zusammenfassung bezeichnung ' +
      'tache titre sujet intitule libelle nom resume description beschreibung text texte',
  ],
  [
    'dueDate',
    'duedate due duedateutc duedatelocal deadline fallig falligam falligkeit falligkeitsdatum faelligam ' +
      'faelligkeit termin frist echeance datedecheance datelimite enddate date datum',
  ],
  [
    'importance',
    'importance priority prio urgency wichtigkeit prioritat prioritaet dringlichkeit priorite urgence',
  ],
  [
    'state',
    'state status progress zustand stand fortschritt etat statut avancement ' +
      'completed done iscompleted checked erledigt fait termine',
  ],
]);

const importanceNames = meanings<Fields['importance']>([
  ['LOW', 'low niedrig gering basse faible bas'],
  ['MEDIUM', 'medium normal mittel moyenne normale moyen'],
  ['HIGH', 'high urgent hoch dringend haute elevee haut'],
]);

const stateNames = meanings<Fields['state']>([
  [
    'TODO',
    'todo open new needsaction notstarted no false offen neu zutun nichtbegonnen nein afaire ouvert nouveau non',
  ],
  [
    'WORKING',
    'working inprogress inprocess doing started inarbeit lauft laeuft inbearbeitung begonnen encours',
  ],
  [
    'DONE',
    'done completed complete closed finished yes true x erledigt fertig abgeschlossen ja fait fini termine oui',
  ],
]);

function meanings<T>(lists: readonly (readonly [value: T, names: string])[]): ReadonlyMap<string, T> {
  return new Map(lists.flatMap(([value, names]) => names.split(' ').map((name) => [name, value] as const)));
}

function plain(name: string): string {
  return comparable(name).replace(/[^\p{L}\p{N}]/gu, '');
}

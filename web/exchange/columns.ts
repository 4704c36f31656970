import type { TaskCreateRequest } from '../../contract/task.ts';

import { fold } from '../dates/fold.ts';

export type Field = keyof TaskCreateRequest;

/** Which of the columns holds which field. Of several that could, the one whose name says most. */
export function mapColumns(columns: readonly string[]): ReadonlyMap<Field, number> {
  const mapped = new Map<Field, number>();
  const ranks = new Map<Field, number>();
  for (const [column, name] of columns.entries()) {
    const field = fieldOf(name);
    if (field === undefined) continue;
    const rank = names[field].indexOf(plain(name));
    if (rank >= (ranks.get(field) ?? Number.POSITIVE_INFINITY)) continue;
    mapped.set(field, column);
    ranks.set(field, rank);
  }
  return mapped;
}

/** The field that a column of this name holds, in English, German or French; undefined for any other name. */
export function fieldOf(name: string): Field | undefined {
  return fields.find((field) => names[field].includes(plain(name)));
}

const fields = ['description', 'dueDate', 'importance', 'state'] as const satisfies readonly Field[];

/** Plain names. Where an app gives a title and a description, the title comes first: it is the task. */
const names: Readonly<Record<Field, readonly string[]>> = {
  description: (
    'task title content summary subject name todo aufgabe titel betreff zusammenfassung bezeichnung ' +
    'tache titre sujet intitule libelle nom resume description beschreibung text texte'
  ).split(' '),
  dueDate: (
    'duedate due duedateutc duedatelocal deadline fallig falligam falligkeit falligkeitsdatum faelligam faelligkeit ' +
    'termin frist echeance datedecheance datelimite enddate date datum'
  ).split(' '),
  importance:
    'importance priority prio urgency wichtigkeit prioritat prioritaet dringlichkeit priorite urgence'.split(
      ' ',
    ),
  state: (
    'state status progress zustand stand fortschritt etat statut avancement ' +
    'completed done iscompleted checked erledigt fait termine'
  ).split(' '),
};

function plain(name: string): string {
  return fold(name).replace(/[^\p{L}\p{N}]/gu, '');
}
